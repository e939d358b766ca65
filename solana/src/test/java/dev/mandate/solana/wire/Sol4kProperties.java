package dev.mandate.solana.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;
import org.jspecify.annotations.NullMarked;
import org.sol4k.AddressLookupTableAccount;
import org.sol4k.PublicKey;
import org.sol4k.TransactionMessage;
import org.sol4k.instruction.BaseInstruction;

/**
 * Compares with sol4k where it is right: base58, derivation from 32-byte seeds, most common instructions, and the content of
 * version 0 messages that only the fee payer signs. Other tests pin its errors, so that a later version that fixes them is
 * noticed.
 */
@NullMarked
class Sol4kProperties {

    @Property(tries = 300)
    void addressesAreSpelledAlike(@ForAll @Size(32) byte[] bytes) {
        String text = new PublicKey(bytes).toBase58();
        assertEquals(text, Address.of(bytes).toString());
        assertEquals(Either.right(Address.of(bytes)), Address.parse(text));
    }

    @Property(tries = 100)
    void addressesAreDerivedAlike(
            @ForAll @Size(32) byte[] program, @ForAll @Size(32) byte[] first, @ForAll @Size(32) byte[] second) {
        org.sol4k.ProgramDerivedAddress theirs = PublicKey.findProgramAddress(
                List.of(new PublicKey(first), new PublicKey(second)), new PublicKey(program));
        assertEquals(
                new ProgramDerivedAddress(ours(theirs.getPublicKey()), theirs.getNonce()),
                ProgramDerivedAddress.find(Address.of(program), first, second));
    }

    @Property(tries = 100)
    void commonInstructionsAreWrittenAlike(
            @ForAll @Size(32) byte[] first,
            @ForAll @Size(32) byte[] second,
            @ForAll @Size(32) byte[] third,
            @ForAll @LongRange(max = Long.MAX_VALUE) long amount,
            @ForAll @IntRange(max = 9) int decimals) {
        Address a = Address.of(first);
        Address b = Address.of(second);
        Address c = Address.of(third);
        BaseUnits units = BaseUnits.of(amount);
        assertEquals(
                ours(new org.sol4k.instruction.TransferInstruction(theirs(a), theirs(b), amount)),
                SystemProgram.transfer(a, b, units));
        assertEquals(
                ours(new org.sol4k.instruction.SetComputeUnitPriceInstruction(amount)),
                ComputeBudgetProgram.setComputeUnitPrice(units));
        assertEquals(
                ours(new org.sol4k.instruction.SplTransferInstruction(
                        theirs(a), theirs(b), theirs(c), theirs(a), amount, decimals)),
                TokenProgram.TOKEN.transferChecked(a, c, b, a, units, decimals));
        Address account = AssociatedTokenProgram.account(b, c, TokenProgram.TOKEN).address();
        assertEquals(
                ours(PublicKey.findProgramDerivedAddress(theirs(b), theirs(c)).getPublicKey()), account);
    }

    /** Within each role, sol4k orders keys by a hash map. The bytes differ, the meaning does not. */
    @Property(tries = 500)
    void versionZeroMessagesOfOneSignerMeanTheSame(@ForAll("signedByThePayerAlone") Message message) {
        Either<CompileProblem, CompiledMessage> compiled = MessageCompiler.compile(message);
        Statistics.label("compiled").collect(compiled.isRight());
        Assume.that(compiled.isRight());
        TransactionMessage theirs = TransactionMessage.newMessage(
                theirs(message.feePayer()),
                message.lifetime().toString(),
                message.instructions().map(Sol4kProperties::theirs).asJava(),
                message.lookupTables().map(Sol4kProperties::theirs).asJava());
        Bytes bytes = Bytes.of(theirs.serialize());
        CompiledMessage parsed = CompiledMessage.parse(bytes).get();
        assertEquals(bytes, parsed.serialize());
        assertEquals(compiled.get().header(), parsed.header());
        assertEquals(
                compiled.get().decompile(message.lookupTables()).map(Message::instructions),
                parsed.decompile(message.lookupTables()).map(Message::instructions));
    }

    @Example
    void itsComputeUnitLimitHasFourBytesTooMany() {
        assertEquals(
                Either.left(new InstructionProblem.BadData(new ReadProblem.TrailingBytes(5, 4))),
                ComputeBudgetProgram.decode(ours(new org.sol4k.instruction.SetComputeUnitLimitInstruction(200_000))));
    }

    @Example
    void itsParserTakesTrailingBytesThatOursRefuses() {
        byte[] bytes = MessageCompiler.compile(Messages.any()
                        .filter(message -> message.version() == MessageVersion.V0)
                        .filter(message -> MessageCompiler.compile(message).isRight())
                        .sample())
                .get()
                .serialize()
                .toArray();
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertArrayEquals(bytes, TransactionMessage.deserialize(longer).serialize());
        assertEquals(
                Either.left(new WireProblem.Malformed(new ReadProblem.TrailingBytes(bytes.length, 1))), CompiledMessage.parse(Bytes.of(longer)));
    }

    @Provide
    Arbitrary<Message> signedByThePayerAlone() {
        return Messages.any().map(message -> new Message(
                MessageVersion.V0,
                message.feePayer(),
                message.lifetime(),
                message.instructions()
                        .map(instruction -> new Instruction(
                                instruction.program(),
                                instruction.accounts()
                                        .map(account -> new AccountMeta(account.address(), false, account.writable())),
                                instruction.data())),
                message.lookupTables()));
    }

    private static PublicKey theirs(Address address) {
        return new PublicKey(address.toArray());
    }

    private static BaseInstruction theirs(Instruction instruction) {
        return new BaseInstruction(
                instruction.data().toArray(),
                instruction.accounts()
                        .map(account -> new org.sol4k.AccountMeta(
                                theirs(account.address()), account.signer(), account.writable()))
                        .asJava(),
                theirs(instruction.program()));
    }

    private static AddressLookupTableAccount theirs(LookupTable table) {
        return new AddressLookupTableAccount(
                theirs(table.table()), table.entries().map(Sol4kProperties::theirs).asJava());
    }

    private static Address ours(PublicKey key) {
        return Address.of(key.bytes());
    }

    private static Instruction ours(org.sol4k.instruction.Instruction instruction) {
        return new Instruction(
                ours(instruction.getProgramId()),
                Array.ofAll(instruction.getKeys())
                        .map(key -> new AccountMeta(ours(key.getPublicKey()), key.getSigner(), key.getWritable())),
                Bytes.of(instruction.getData()));
    }
}
