package dev.mandate.solana.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ReadProblem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Refused instructions, and the facts in the refusal. */
@NullMarked
class InstructionDecodingTest {

    private static final Address ALICE = Address.of("SysvarRent111111111111111111111111111111111");
    private static final Address BOB = Address.of("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf");
    private static final Instruction TRANSFER = SystemProgram.transfer(ALICE, BOB, BaseUnits.of(5));

    @Test
    void anotherProgramsInstructionIsForeign() {
        assertEquals(
                Either.left(new InstructionProblem.OtherProgram(SystemProgram.ID, ComputeBudgetProgram.ID)),
                ComputeBudgetProgram.decode(TRANSFER));
        Instruction token = TokenProgram.TOKEN.transfer(ALICE, BOB, ALICE, BaseUnits.of(1));
        assertEquals(
                Either.left(new InstructionProblem.OtherProgram(
                        TokenProgram.TOKEN.id(), TokenProgram.TOKEN_2022.id())),
                TokenProgram.TOKEN_2022.decode(token));
    }

    @Test
    void dataMustBeReadToItsLastByte() {
        Bytes longer = Bytes.of(Arrays.copyOf(TRANSFER.data().toArray(), 13));
        assertEquals(
                Either.left(new InstructionProblem.BadData(new ReadProblem.TrailingBytes(12, 1))),
                SystemProgram.decode(new Instruction(SystemProgram.ID, TRANSFER.accounts(), longer)));
        assertEquals(
                Either.left(new InstructionProblem.BadData(new ReadProblem.Truncated(0, 4, 3))),
                SystemProgram.decode(
                        new Instruction(SystemProgram.ID, TRANSFER.accounts(), Bytes.of((byte) 2, (byte) 0, (byte) 0))));
    }

    @Test
    void everyAccountMustBeKnown() {
        assertEquals(
                Either.left(new InstructionProblem.UnexpectedAccounts(2, 3)),
                SystemProgram.decode(new Instruction(
                        SystemProgram.ID, TRANSFER.accounts().append(AccountMeta.readonly(BOB)), TRANSFER.data())));
        assertEquals(
                Either.left(new InstructionProblem.MissingAccount(2)),
                TokenProgram.TOKEN.decode(new Instruction(
                        TokenProgram.TOKEN.id(),
                        TRANSFER.accounts(),
                        TokenProgram.TOKEN
                                .transfer(ALICE, BOB, ALICE, BaseUnits.of(1))
                                .data())));
    }

    @Test
    void aNumberWithoutAnInstructionIsUnknown() {
        Bytes data = Bytes.ofHex("ffffffff");
        assertEquals(
                Either.left(new InstructionProblem.UnknownInstruction(data)),
                SystemProgram.decode(new Instruction(SystemProgram.ID, Array.empty(), data)));
        assertEquals(
                Either.left(new InstructionProblem.UnknownInstruction(Bytes.ofHex("c8"))),
                AssociatedTokenProgram.decode(
                        new Instruction(AssociatedTokenProgram.ID, Array.empty(), Bytes.ofHex("c8"))));
    }

    @Test
    void aSysvarInTheWrongPlaceIsRefused() {
        Instruction advance = SystemProgram.advanceNonce(ALICE, BOB);
        assertEquals(
                Either.left(new InstructionProblem.WrongAccount(1, SystemProgram.RECENT_BLOCKHASHES, BOB)),
                SystemProgram.decode(new Instruction(
                        SystemProgram.ID, advance.accounts().update(1, AccountMeta.readonly(BOB)), advance.data())));
    }

    @Test
    void anAssociatedAccountThatIsNotTheOwnersIsRefused() {
        Instruction create = AssociatedTokenProgram.create(ALICE, BOB, ALICE, TokenProgram.TOKEN_2022);
        Address derived = AssociatedTokenProgram.account(BOB, ALICE, TokenProgram.TOKEN_2022)
                .address();
        assertEquals(
                Either.left(new InstructionProblem.WrongAccount(1, derived, BOB)),
                AssociatedTokenProgram.decode(new Instruction(
                        AssociatedTokenProgram.ID, create.accounts().update(1, AccountMeta.writable(BOB)), create.data())));
    }

    @Test
    void createIsReadWithItsNumberWrittenOutToo() {
        Instruction create = AssociatedTokenProgram.create(ALICE, BOB, ALICE, TokenProgram.TOKEN);
        Instruction spelled = new Instruction(create.program(), create.accounts(), Bytes.of((byte) 0));
        assertEquals(AssociatedTokenProgram.decode(create), AssociatedTokenProgram.decode(spelled));
        assertEquals(
                Either.right(new AssociatedTokenInstruction.Create(ALICE, BOB, ALICE, TokenProgram.TOKEN)),
                AssociatedTokenProgram.decode(create));
    }

    @Test
    void aTableThatIsNotDerivedFromItsAuthorityAndSlotIsRefused() {
        Instruction create = LookupTableProgram.create(ALICE, BOB, 7);
        Address derived = LookupTableProgram.addressOf(ALICE, 7).address();
        assertEquals(
                Either.left(new InstructionProblem.WrongAccount(0, derived, BOB)),
                LookupTableProgram.decode(new Instruction(
                        LookupTableProgram.ID, create.accounts().update(0, AccountMeta.writable(BOB)), create.data())));
    }

    @Test
    void aTablesBumpIsTheDerivedOne() {
        Instruction create = LookupTableProgram.create(ALICE, BOB, 7);
        int bump = LookupTableProgram.addressOf(ALICE, 7).bump();
        byte[] data = create.data().toArray();
        data[12]--;
        assertEquals(
                Either.left(new InstructionProblem.UnexpectedBump(bump - 1, bump)),
                LookupTableProgram.decode(
                        new Instruction(LookupTableProgram.ID, create.accounts(), Bytes.of(data))));
    }

    @Test
    void entriesAreAsManyAsTheirNumberSays() {
        Instruction extend = LookupTableProgram.extend(ALICE, BOB, BOB, Array.of(ALICE, BOB));
        assertEquals(badData(new ReadProblem.TrailingBytes(44, 32)), withCount(extend, "0100000000000000"));
        assertEquals(badData(new ReadProblem.Truncated(12, 96, 64)), withCount(extend, "0300000000000000"));
        assertEquals(
                badData(new ReadProblem.ListTooLong(12, 1L << 32, 256)), withCount(extend, "0000000001000000"));
        assertEquals(badData(new ReadProblem.ListTooLong(12, -1, 256)), withCount(extend, "ffffffffffffffff"));
        assertEquals(
                badData(new ReadProblem.Truncated(4, 8, 7)),
                LookupTableProgram.decode(new Instruction(
                        LookupTableProgram.ID, extend.accounts(), Bytes.of(extend.data().toArray(), 0, 11))));
    }

    private static Either<InstructionProblem, LookupTableInstruction> badData(ReadProblem cause) {
        return Either.left(new InstructionProblem.BadData(cause));
    }

    private static Either<InstructionProblem, LookupTableInstruction> withCount(Instruction extend, String count) {
        byte[] data = extend.data().toArray();
        Bytes.ofHex(count).copyTo(data, 4);
        return LookupTableProgram.decode(new Instruction(extend.program(), extend.accounts(), Bytes.of(data)));
    }

    @Test
    void aTableIsExtendedWithAPayerAndTheSystemProgramOrWithNeither() {
        Instruction extend = LookupTableProgram.extend(ALICE, BOB, BOB, Array.of(ALICE));
        assertEquals(
                Either.left(new InstructionProblem.MissingAccount(3)),
                LookupTableProgram.decode(
                        new Instruction(extend.program(), extend.accounts().take(3), extend.data())));
        assertEquals(
                Either.left(new InstructionProblem.WrongAccount(3, SystemProgram.ID, ALICE)),
                LookupTableProgram.decode(new Instruction(
                        extend.program(), extend.accounts().update(3, AccountMeta.readonly(ALICE)), extend.data())));
    }

    @Test
    void tokenProgramsAreKnownByTheirAddresses() {
        for (TokenProgram program : TokenProgram.values()) {
            assertEquals(Option.some(program), TokenProgram.at(program.id()));
        }
        assertEquals(Option.none(), TokenProgram.at(SystemProgram.ID));
    }
}
