package dev.mandate.solana.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.program.CompileRefusal;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.DurableNonce;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.NonceAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Transactions as the engine uses them. The tests of the compiler compare their bytes with the npm SDK. */
@NullMarked
class SolanaFormatTest {

    private static final Address PAYER = key(1);
    private static final Address ALICE = key(2);
    private static final Address PROGRAM = key(3);
    private static final Address TABLE = key(4);
    private static final Blockhash LIFETIME = new Blockhash(key(5).bytes());
    private static final ComputeBudget BUDGET = ComputeBudget.of(200_000, BaseUnits.of(1_000));

    private final SolanaFormat format = new SolanaFormat();

    @Test
    void aCompiledTransactionHasAnEmptySlotForEachSigner() {
        UnsignedTransaction unsigned = format.compile(legacy(call(10))).get();
        assertEquals(Array.of(PAYER, ALICE), unsigned.signers());
        ParsedTransaction parsed = format.parse(unsigned.transaction()).get();
        assertEquals(unsigned.transaction(), parsed.transaction());
        assertEquals(unsigned.message(), parsed.message());
        assertEquals(unsigned.signers(), parsed.signers());
        assertEquals(Array.of(Signature.EMPTY, Signature.EMPTY), parsed.signatures());
    }

    @Test
    void signaturesStandInTheirSlots() {
        ParsedTransaction parsed = parsed(legacy(call(10)));
        Signature alices = new Signature(Bytes.ofHex("07".repeat(Signature.LENGTH)));

        Bytes signed = format.withSignatures(parsed, Array.of(Signature.EMPTY, alices));

        assertEquals(
                Array.of(Signature.EMPTY, alices), format.parse(signed).get().signatures());
        assertEquals(parsed.message(), format.parse(signed).get().message());
        assertThrows(
                IllegalArgumentException.class, () -> format.withSignatures(parsed, Array.of(alices)));
    }

    @Test
    void anAdvanceNamesItsNonceAccountAndNothingElseDoes() {
        Instruction advance = SystemProgram.advanceNonce(TABLE, ALICE);
        assertEquals(Option.some(TABLE), format.advancedNonce(advance));
        assertEquals(
                Option.none(), format.advancedNonce(SystemProgram.transfer(ALICE, TABLE, BaseUnits.of(4))));
        assertEquals(
                Option.none(),
                format.advancedNonce(new Instruction(PROGRAM, advance.accounts(), advance.data())));
    }

    @Test
    void aPaddedNonceAdvanceIsRecognizedAsByTheRuntime() {
        Instruction advance = SystemProgram.advanceNonce(TABLE, ALICE);
        assertEquals(
                Option.some(TABLE),
                format.advancedNonce(new Instruction(
                        advance.program(),
                        advance.accounts().append(AccountMeta.readonly(PROGRAM)),
                        Bytes.ofHex("04000000ff"))));
    }

    @Test
    void aPriorityFeeIsPriceTimesLimitRoundedUp() {
        Instruction limit = ComputeBudgetProgram.setComputeUnitLimit(300_000);
        Instruction price = ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(7));

        assertEquals(BaseUnits.ZERO, format.priorityFee(legacy(call(1), limit)));
        assertEquals(BaseUnits.of(3), format.priorityFee(legacy(price, call(1), limit)));
        // The runtime's default limit may change: without a limit the greatest one counts.
        assertEquals(BaseUnits.of(10), format.priorityFee(legacy(price, call(1))));
        // The runtime caps the limit at 1,400,000.
        assertEquals(
                BaseUnits.of(10),
                format.priorityFee(legacy(price, ComputeBudgetProgram.setComputeUnitLimit(0xffff_ffffL))));
        assertEquals(
                BaseUnits.MAX,
                format.priorityFee(legacy(
                        ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.MAX),
                        ComputeBudgetProgram.setComputeUnitLimit(1_400_000))));
        // Bytes that follow are ignored.
        assertEquals(
                BaseUnits.of(3),
                format.priorityFee(legacy(
                        new Instruction(price.program(), Array.empty(), Bytes.ofHex("03070000000000000099")), limit)));
    }

    @Test
    void aPriorityFeeOfVersion1IsInItsConfig() {
        Instruction price = ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.MAX);
        TransactionConfig config = new TransactionConfig(
                Option.some(7L), Option.some(300_000L), Option.some(1_000_000L), Option.none());
        assertEquals(
                BaseUnits.of(7),
                format.priorityFee(new Message(MessageVersion.V1, PAYER, LIFETIME, config, Array.of(price), Array.empty())));
        assertEquals(
                BaseUnits.ZERO,
                format.priorityFee(new Message(MessageVersion.V1, PAYER, LIFETIME, Array.of(price), Array.empty())));
    }

    @Test
    void aParsedMessageResolvesToTheCompiledOne() {
        LookupTable table = new LookupTable(TABLE, Array.of(key(8), key(9)));
        Message message = new Message(
                MessageVersion.V0,
                PAYER,
                LIFETIME,
                Array.of(call(10), call(3, AccountMeta.writable(key(8)))),
                Array.of(table));
        ParsedTransaction parsed = parsed(message);
        assertEquals(Array.of(TABLE), parsed.tables());
        assertEquals(Either.right(message), format.resolve(parsed, Array.of(table)));
        assertTrue(format.resolve(parsed, Array.empty()).isLeft());
    }

    @Test
    void theInstructionSectionIsProgramIndexLengthsIndexesAndData() {
        assertEquals(1 + 1 + 1 + 1 + 10, parsed(legacy(call(10))).instructionBytes());
        assertEquals(1 + 1 + 1 + 2 + 128, parsed(legacy(call(128))).instructionBytes());
        assertEquals(14 + 133, parsed(legacy(call(10), call(128))).instructionBytes());
    }

    @Test
    void theInstructionSectionCanBeOneByteBelowTheRulesLimitAndJustReachIt() {
        Instruction alone = new Instruction(PROGRAM, Array.empty(), Bytes.of(new byte[1_045]));
        assertEquals(1_049, parsed(legacy(alone)).instructionBytes());
        Instruction longer = new Instruction(PROGRAM, Array.empty(), Bytes.of(new byte[1_046]));
        assertEquals(1_050, parsed(legacy(longer)).instructionBytes());
    }

    @Test
    void askingForAComputeBudgetIsNoPartOfTheInstructionSection() {
        Seq<Instruction> budget = format.computeBudget(BUDGET);
        assertEquals(2, budget.length());
        assertTrue(budget.forAll(format::isComputeBudget));
        assertFalse(format.isComputeBudget(call(1)));
        Message message = legacy(budget.append(call(10)));
        assertEquals(14, parsed(message).instructionBytes());
    }

    @Test
    void withoutAPriceOnlyTheLimitIsAsked() {
        assertEquals(
                1,
                format.computeBudget(ComputeBudget.of(1, BaseUnits.ZERO)).length());
    }

    @Test
    void aTransactionOf1232BytesIsTheLongest() {
        int fixed = 1 + 64 + 3 + 1 + 2 * 32 + 32 + 1 + 1 + 1 + 2;
        assertEquals(
                1_232,
                format.compile(legacy(data(1_232 - fixed))).get().transaction().length());
        assertEquals(
                Either.left(new CompileRefusal.TooLarge(1_233, 1_232)), format.compile(legacy(data(1_233 - fixed))));
    }

    @Test
    void callingTheFeePayerIsNotCompilable() {
        Instruction self = new Instruction(PAYER, Array.empty(), Bytes.EMPTY);
        assertInstanceOf(
                CompileRefusal.NotCompilable.class,
                format.compile(legacy(self)).getLeft());
    }

    @Test
    void bytesAfterATransactionAreRefused() {
        Bytes transaction = format.compile(legacy(call(1))).get().transaction();
        byte[] longer = Arrays.copyOf(transaction.toArray(), transaction.length() + 1);
        assertTrue(format.parse(Bytes.of(longer)).isLeft());
    }

    @Test
    void aLookupTableIsReadFromItsOwnProgramAlone() {
        LookupTableAccount stored =
                new LookupTableAccount(LookupTableAccount.NEVER, 9, 0, Option.none(), Array.of(key(8), key(9)));
        assertEquals(
                Either.right(new LookupTable(TABLE, Array.of(key(8), key(9)))),
                format.readLookupTable(TABLE, owned(LookupTableAccount.PROGRAM, stored.encode())));
        assertEquals(
                new FoundAccount.Foreign(PROGRAM),
                format.lookupTableQuery(TABLE).answer(Option.some(owned(PROGRAM, stored.encode()))));
    }

    @Test
    void aNonceIsReadWhereATransactionCanLiveByIt() {
        NonceAccount current = new NonceAccount(NonceAccount.Version.CURRENT, ALICE, LIFETIME, BaseUnits.of(5_000));
        NonceAccount legacy = new NonceAccount(NonceAccount.Version.LEGACY, ALICE, LIFETIME, BaseUnits.of(5_000));
        assertEquals(
                Either.right(new DurableNonce(TABLE, ALICE, LIFETIME)),
                format.readNonce(TABLE, owned(Address.ZERO, current.encode())));
        assertInstanceOf(
                LayoutProblem.Unreadable.class,
                format.readNonce(TABLE, owned(Address.ZERO, legacy.encode())).getLeft());
        assertEquals(
                new FoundAccount.Foreign(PROGRAM),
                format.nonceQuery(TABLE).answer(Option.some(owned(PROGRAM, current.encode()))));
        assertInstanceOf(
                LayoutProblem.Unreadable.class,
                format.readNonce(TABLE, owned(Address.ZERO, Bytes.EMPTY)).getLeft());
    }

    private ParsedTransaction parsed(Message message) {
        return format.parse(format.compile(message).get().transaction()).get();
    }

    private static Instruction call(int dataLength, AccountMeta... more) {
        return new Instruction(
                PROGRAM, Array.of(AccountMeta.signer(ALICE)).appendAll(Array.of(more)), Bytes.of(new byte[dataLength]));
    }

    private static Instruction data(int length) {
        return new Instruction(PROGRAM, Array.empty(), Bytes.of(new byte[length]));
    }

    private static Message legacy(Instruction... instructions) {
        return legacy(Array.of(instructions));
    }

    private static Message legacy(Seq<Instruction> instructions) {
        return new Message(MessageVersion.LEGACY, PAYER, LIFETIME, instructions, Array.empty());
    }

    private static AccountData owned(Address owner, Bytes data) {
        return new AccountData(BaseUnits.of(1), owner, data, false);
    }

    private static Address key(int number) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        bytes[0] = 1;
        bytes[31] = (byte) number;
        return Address.of(bytes);
    }
}
