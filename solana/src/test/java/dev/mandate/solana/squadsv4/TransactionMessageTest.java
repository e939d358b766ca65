package dev.mandate.solana.squadsv4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The program's checks of a message, and the limits of its format. */
@NullMarked
class TransactionMessageTest {

    private static final Seq<Address> FOUR_KEYS = Array.fill(4, () -> Address.ZERO);

    @Test
    void countsWithinTheKeysAreValid() {
        TransactionMessage message = message(2, 1, 2, call(3, 0, 1, 2, 3));
        assertEquals(Either.right(message), message.validated());
    }

    @Test
    void countsBeyondTheKeysAreInvalid() {
        assertInvalid(message(5, 1, 0));
        assertInvalid(message(2, 3, 0));
        assertInvalid(message(2, 1, 3));
    }

    @Test
    void indexesBeyondTheKeysAreInvalid() {
        assertInvalid(message(1, 1, 0, call(4)));
        assertInvalid(message(1, 1, 0, call(3, 0, 4)));
        assertInvalid(message(1, 1, 0, call(3, 0, 255)));
    }

    @Test
    void loadedKeysCount() {
        TableLookup lookup = new TableLookup(Address.ZERO, Bytes.of((byte) 9), Bytes.of((byte) 7));
        TransactionMessage message =
                new TransactionMessage(1, 1, 0, FOUR_KEYS, Array.of(call(3, 4, 5)), Array.of(lookup));
        assertEquals(6, message.allKeys());
        assertEquals(Either.right(message), message.validated());
    }

    @Test
    void keysAreWritableByTheirPosition() {
        TransactionMessage message = message(2, 1, 1);
        assertTrue(message.isSigner(1));
        assertFalse(message.isSigner(2));
        assertTrue(message.isWritable(0));
        assertFalse(message.isWritable(1));
        assertTrue(message.isWritable(2));
        assertFalse(message.isWritable(3));
    }

    @Test
    void aStoredListLongerThanAnArgumentCanSpellIsRefused() {
        ByteWriter out = new ByteWriter();
        out.bytes(Bytes.of(new byte[3]));
        out.u32(256);
        out.bytes(Bytes.of(new byte[256 * 32 + 8]));
        ByteReader in = new ByteReader(out.toBytes());
        assertEquals(
                Either.left(new ReadProblem.ListTooLong(7, 256, 255)),
                in.finish(TransactionMessage.readStored(in)));
    }

    @Test
    void messagesThatCannotBeEncodedThrow() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new TransactionMessage(
                        1, 1, 0, Array.fill(256, () -> Address.ZERO), Array.empty(), Array.empty()));
        assertThrows(
                IllegalArgumentException.class,
                message(1, 1, 0, new CompiledInstruction(0, Bytes.EMPTY, Bytes.of(new byte[65_536])))::toArgument);
    }

    @Test
    void aTableThatWasNotGivenOrIsTooShortIsNamed() {
        TableLookup lookup = new TableLookup(Address.ZERO, Bytes.EMPTY, Bytes.of((byte) 200));
        TransactionMessage message =
                new TransactionMessage(1, 1, 0, FOUR_KEYS, Array.empty(), Array.of(lookup));
        assertEquals(
                Either.left(new MessageAccounts.Problem.MissingTable(Address.ZERO)),
                MessageAccounts.of(message, HashSet.empty(), HashMap.empty()));
        assertEquals(
                Either.left(new MessageAccounts.Problem.NoSuchEntry(Address.ZERO, 200, 4)),
                MessageAccounts.of(
                        message,
                        HashSet.empty(),
                        HashMap.of(Address.ZERO, new LookupTable(Address.ZERO, Array.ofAll(FOUR_KEYS)))));
    }

    private static void assertInvalid(TransactionMessage message) {
        assertEquals(Either.left(ProgramError.INVALID_TRANSACTION_MESSAGE), message.validated());
    }

    private static TransactionMessage message(
            int signers, int writableSigners, int writableOthers, CompiledInstruction... calls) {
        return new TransactionMessage(
                signers, writableSigners, writableOthers, FOUR_KEYS, Array.of(calls), Array.empty());
    }

    private static CompiledInstruction call(int program, int... accounts) {
        byte[] indexes = new byte[accounts.length];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = (byte) accounts[i];
        }
        return new CompiledInstruction(program, Bytes.of(indexes), Bytes.EMPTY);
    }
}
