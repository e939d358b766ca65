package dev.mandate.solana.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;
import io.vavr.control.Either;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Every refusal with its facts, on bytes written by hand. */
@NullMarked
class StrictParseTest {

    private static final Address PAYER = Messages.address(1);
    private static final Address PROGRAM = Messages.address(2);
    private static final Address TABLE = Messages.address(3);

    /** The offsets of the parts of {@link #minimal}. */
    private static final int HEADER = 65;

    private static final int KEY_COUNT = 68;
    private static final int INSTRUCTION_COUNT = 165;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void theSmallestTransactionIsRead() {
        minimal(1, 0, 1);
        WireTransaction read = WireTransaction.parse(written()).get();
        assertEquals(PAYER, read.message().feePayer());
        assertEquals(written(), read.serialize());
        assertEquals(INSTRUCTION_COUNT + 1, written().length());
    }

    @Test
    void emptyInputIsTruncated() {
        assertRefused(new WireProblem.Malformed(new ReadProblem.Truncated(0, 1, 0)));
    }

    @Test
    void aListThatCannotFitIsTruncatedAtItsFirstElement() {
        put(3);
        zeros(64);
        assertRefused(new WireProblem.Malformed(new ReadProblem.Truncated(1, 192, 64)));
    }

    @Test
    void trailingBytesAreCounted() {
        minimal(1, 0, 1);
        zeros(2);
        assertRefused(new WireProblem.Malformed(new ReadProblem.TrailingBytes(INSTRUCTION_COUNT + 1, 2)));
    }

    @Test
    void moreThanTheNetworkCarriesIsNotEvenLookedAt() {
        zeros(1233);
        assertRefused(new WireProblem.TooLong(1233, 1232));
        bytes.reset();
        put(0x81);
        zeros(4096);
        assertRefused(new WireProblem.TooLong(4097, 4096));
    }

    @Test
    void aMessageThatFitsOnlyWithoutItsSignaturesIsTooLong() {
        put(1, 0, 1, 2);
        key(PAYER);
        key(PROGRAM);
        zeros(32);
        put(1, 1, 0, 0x80, 8);
        zeros(1024);
        CompiledMessage fits = CompiledMessage.parse(written()).get();
        assertEquals(65 + written().length(), WireTransaction.unsigned(fits).serializedLength());

        bytes.reset();
        put(1, 0, 1, 2);
        key(PAYER);
        key(PROGRAM);
        zeros(32);
        put(1, 1, 0, 0xd0, 8);
        zeros(1104);
        assertEquals(
                Either.left(new WireProblem.TooLong(65 + written().length(), 1232)), CompiledMessage.parse(written()));
    }

    @Test
    void aLengthInMoreBytesThanItTakesIsNotCanonical() {
        put(0x80, 0x80, 0x00);
        zeros(200);
        assertRefused(new WireProblem.Malformed(new ReadProblem.NonCanonicalLength(0)));
        bytes.reset();
        one();
        put(1, 0, 1, 0x82, 0);
        zeros(300);
        assertRefused(new WireProblem.Malformed(new ReadProblem.NonCanonicalLength(KEY_COUNT)));
    }

    @Test
    void aLengthAboveSixteenBitsIsRefused() {
        one();
        put(1, 0, 1, 0xff, 0xff, 0x04);
        zeros(300);
        assertRefused(new WireProblem.Malformed(new ReadProblem.LengthAboveRange(KEY_COUNT)));
        bytes.reset();
        one();
        put(1, 0, 1, 0x80, 0x80, 0x80, 0x01);
        zeros(300);
        assertRefused(new WireProblem.Malformed(new ReadProblem.LengthAboveRange(KEY_COUNT)));
    }

    @Test
    void theLargestLengthIsALengthThatDoesNotFit() {
        one();
        put(1, 0, 1, 0xff, 0xff, 0x03);
        zeros(300);
        assertRefused(new WireProblem.Malformed(new ReadProblem.Truncated(KEY_COUNT + 3, 65535 * 32, 300)));
    }

    @Test
    void versionsAboveOneAreUnknown() {
        put(0x82, 1, 0, 1);
        zeros(300);
        assertRefused(new WireProblem.UnknownVersion(0, 2));
        bytes.reset();
        one();
        put(0xff);
        zeros(300);
        assertRefused(new WireProblem.UnknownVersion(HEADER, 127));
    }

    @Test
    void aMessageOfVersionOneStandsBeforeItsSignatures() {
        one();
        put(0x81, 1, 0, 1);
        zeros(300);
        assertRefused(new WireProblem.SignaturesBeforeMessage(HEADER));
    }

    @Test
    void signaturesMustBeAsManyAsTheHeaderRequires() {
        put(2);
        zeros(128);
        message(1, 0, 1);
        assertRefused(new WireProblem.SignatureCountMismatch(2, 1));
        bytes.reset();
        put(0);
        message(1, 0, 1);
        assertRefused(new WireProblem.SignatureCountMismatch(0, 1));
    }

    @Test
    void aWritableSignerMustPayTheFee() {
        minimal(1, 1, 1);
        assertRefused(new WireProblem.NoFeePayer(new MessageHeader(1, 1, 1)));
        bytes.reset();
        put(0);
        message(0, 0, 1);
        assertRefused(new WireProblem.NoFeePayer(new MessageHeader(0, 0, 1)));
    }

    @Test
    void theHeaderCannotSpeakOfMoreKeysThanThereAre() {
        minimal(1, 0, 2);
        assertRefused(new WireProblem.HeaderExceedsKeys(new MessageHeader(1, 0, 2), 2));
        bytes.reset();
        put(3);
        zeros(192);
        message(3, 0, 0);
        assertRefused(new WireProblem.HeaderExceedsKeys(new MessageHeader(3, 0, 0), 2));
    }

    @Test
    void aKeyStandsOnlyOnce() {
        one();
        put(1, 0, 1, 3);
        key(PAYER);
        key(PROGRAM);
        key(PAYER);
        zeros(33);
        assertRefused(new WireProblem.DuplicateKey(PAYER, 0, 2));
    }

    @Test
    void theFeePayerIsNoProgram() {
        instruction(0, 0);
        assertRefused(new WireProblem.ProgramIndexOutOfRange(0, 0, 2));
    }

    @Test
    void aProgramStandsAmongTheStaticKeys() {
        instruction(2, 0);
        assertRefused(new WireProblem.ProgramIndexOutOfRange(0, 2, 2));
        bytes.reset();
        v0(2, 0);
        put(1);
        key(TABLE);
        put(1, 5, 0);
        assertRefused(new WireProblem.ProgramIndexOutOfRange(0, 2, 2));
    }

    @Test
    void anAccountStandsAmongAllKeys() {
        instruction(1, 2);
        assertRefused(new WireProblem.AccountIndexOutOfRange(0, 0, 2, 2));
        bytes.reset();
        v0(1, 3);
        put(1);
        key(TABLE);
        put(1, 5, 0);
        assertRefused(new WireProblem.AccountIndexOutOfRange(0, 0, 3, 3));
    }

    @Test
    void aLoadedAccountMayBeNamed() {
        v0(1, 2);
        put(1);
        key(TABLE);
        put(1, 5, 0);
        assertEquals(written(), WireTransaction.parse(written()).get().serialize());
    }

    @Test
    void aLookupLoadsSomething() {
        v0(1, 0);
        put(1);
        key(TABLE);
        put(0, 0);
        assertRefused(new WireProblem.EmptyLookup(0, TABLE));
    }

    @Test
    void anEntryIsLoadedOnlyOnceWhetherInOneLookupOrInTwo() {
        v0(1, 0);
        put(1);
        key(TABLE);
        put(1, 5, 1, 5);
        assertRefused(new WireProblem.DuplicateLookup(TABLE, 5));
        bytes.reset();
        v0(1, 0);
        put(2);
        key(TABLE);
        put(1, 5, 0);
        key(TABLE);
        put(0, 1, 5);
        assertRefused(new WireProblem.DuplicateLookup(TABLE, 5));
    }

    @Test
    void aTableMayStandInTwoLookupsAsTheRuntimeAllows() {
        v0(1, 3);
        put(2);
        key(TABLE);
        put(1, 5, 0);
        key(TABLE);
        put(0, 1, 6);
        assertEquals(written(), WireTransaction.parse(written()).get().serialize());
    }

    @Test
    void twoHundredAndFiftySixKeysAreTheMost() {
        v0(1, 255);
        put(1);
        key(TABLE);
        loadEntries(254);
        assertEquals(written(), WireTransaction.parse(written()).get().serialize());
        bytes.reset();
        v0(1, 255);
        put(1);
        key(TABLE);
        loadEntries(255);
        assertRefused(new WireProblem.TooManyKeys(257, 256));
    }

    @Test
    void theFirstProblemIsReported() {
        put(0x80, 0x00, 0xff);
        assertRefused(new WireProblem.Malformed(new ReadProblem.NonCanonicalLength(0)));
    }

    private void loadEntries(int count) {
        put(0x80 | (count & 0x7f), count >> 7);
        for (int entry = 0; entry < count; entry++) {
            put(entry);
        }
        put(0);
    }

    /** Puts one empty signature slot. */
    private void one() {
        put(1);
        zeros(64);
    }

    private void minimal(int required, int readonlySigned, int readonlyUnsigned) {
        one();
        message(required, readonlySigned, readonlyUnsigned);
    }

    private void message(int required, int readonlySigned, int readonlyUnsigned) {
        keys(required, readonlySigned, readonlyUnsigned);
        put(0);
    }

    private void instruction(int program, int account) {
        one();
        keys(1, 0, 1);
        put(1, program, 1, account, 0);
    }

    private void v0(int program, int account) {
        one();
        put(0x80);
        keys(1, 0, 1);
        put(1, program, 1, account, 0);
    }

    private void keys(int required, int readonlySigned, int readonlyUnsigned) {
        put(required, readonlySigned, readonlyUnsigned, 2);
        key(PAYER);
        key(PROGRAM);
        zeros(32);
    }

    private void put(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
    }

    private void zeros(int count) {
        bytes.writeBytes(new byte[count]);
    }

    private void key(Address address) {
        bytes.writeBytes(address.toArray());
    }

    private Bytes written() {
        return Bytes.of(bytes.toByteArray());
    }

    private void assertRefused(WireProblem expected) {
        assertEquals(Either.left(expected), WireTransaction.parse(written()));
    }
}
