package dev.mandate.solana.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Messages that cannot be compiled, and the order of signers. {@link MessageVectorsTest} checks the bytes. */
@NullMarked
class MessageCompilerTest {

    private static final Address PAYER = Messages.address(1);
    private static final Address PROGRAM = Messages.address(2);
    private static final Signature SIGNED = new Signature(Bytes.of(new byte[] {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
        34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64
    }));

    @Test
    void theLastByteThatFitsFitsAndOneMoreDoesNot() {
        // 65 bytes for the signature, 3 + 1 + 64 + 32 + 1 before the instruction, 1 + 1 + 2 before its data.
        assertEquals(
                1232,
                WireTransaction.unsigned(MessageCompiler.compile(withData(1062)).get())
                        .serialize()
                        .length());
        assertEquals(
                Either.left(new CompileProblem.TooLong(1233, 1232)), MessageCompiler.compile(withData(1063)));
    }

    @Test
    void dataWithoutACompactLengthIsTooLongAndNotAnError() {
        assertInstanceOf(
                CompileProblem.TooLong.class,
                MessageCompiler.compile(withData(70_000)).getLeft());
    }

    @Test
    void theFeePayerCannotBeCalled() {
        Message message = message(new Instruction(PAYER, Array.empty(), Bytes.EMPTY));
        assertEquals(Either.left(new CompileProblem.FeePayerInvoked(0)), MessageCompiler.compile(message));
    }

    @Test
    void moreKeysThanAByteReachesAreRefusedEvenIfTheyWouldBeLoaded() {
        Array<Address> held = Array.range(0, 255).map(number -> Messages.address(number).bytes().toArray()).map(bytes -> {
            bytes[1] = 1;
            return Address.of(bytes);
        });
        assertEquals(
                Either.left(new CompileProblem.TooManyKeys(257, 256)),
                MessageCompiler.compile(loading(held, held)));
        assertEquals(
                256,
                2 + MessageCompiler.compile(loading(held.take(254), held))
                        .get()
                        .lookups()
                        .get(0)
                        .loadedKeys());
    }

    @Test
    void aTableBeyondAByteIsNone() {
        Array<Address> entries = Array.fill(257, PAYER);
        assertEquals(
                Either.left(new CompileProblem.LookupTableTooLong(PROGRAM, 257)),
                MessageCompiler.compile(loading(Array.empty(), entries)));
    }

    @Test
    void aStrangersSignatureIsRefused() {
        WireTransaction unsigned =
                WireTransaction.unsigned(MessageCompiler.compile(withData(0)).get());
        assertEquals(
                Either.left(new WireTransaction.SigningProblem.NotARequiredSigner(PROGRAM, Array.of(PAYER))),
                unsigned.withSignature(PROGRAM, SIGNED));
        assertEquals(
                Either.left(new WireTransaction.SigningProblem.EmptySignature(PAYER)),
                unsigned.withSignature(PAYER, Signature.EMPTY));
    }

    @Test
    void signingLeavesTheUnsignedTransactionAsItWas() {
        WireTransaction unsigned =
                WireTransaction.unsigned(MessageCompiler.compile(withData(0)).get());
        WireTransaction signed = unsigned.withSignature(PAYER, SIGNED).get();
        assertEquals(Option.some(SIGNED), signed.signatureOf(PAYER));
        assertEquals(Option.some(SIGNED), signed.id());
        assertEquals(Option.none(), signed.signatureOf(PROGRAM));
        assertEquals(Option.none(), unsigned.id());
        assertEquals(Array.of(PAYER).toArray(), unsigned.missingSigners().toArray());
        assertEquals(Array.<Address>empty().toArray(), signed.missingSigners().toArray());
    }

    @Test
    void aTableThatHoldsAStaticKeyUnderALoadedEntryLoadsItTwice() {
        CompiledMessage compiled =
                MessageCompiler.compile(loading(Array.of(Messages.address(9)), Array.of(Messages.address(9)))).get();
        assertEquals(
                Either.left(new DecompileProblem.LoadedTwice(PAYER, PROGRAM, 0)),
                compiled.decompile(Array.of(new LookupTable(PROGRAM, Array.of(PAYER)))));
        assertEquals(
                Either.left(new DecompileProblem.EntryMissing(PROGRAM, 0, 0)),
                compiled.decompile(Array.of(new LookupTable(PROGRAM, Array.empty()))));
    }

    /** Calls {@link #PROGRAM} with {@code accounts}, with one lookup table. */
    private static Message loading(Seq<Address> accounts, Array<Address> entries) {
        return new Message(
                MessageVersion.V0,
                PAYER,
                new Blockhash(Bytes32.ZERO),
                Array.of(new Instruction(PROGRAM, accounts.map(AccountMeta::writable), Bytes.EMPTY)),
                Array.of(new LookupTable(PROGRAM, entries)));
    }

    private static Message withData(int length) {
        return message(new Instruction(PROGRAM, Array.empty(), Bytes.of(new byte[length])));
    }

    private static Message message(Instruction instruction) {
        return new Message(
                MessageVersion.LEGACY, PAYER, new Blockhash(Bytes32.ZERO), Array.of(instruction), Array.empty());
    }
}
