package dev.mandate.domain.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class AddressTest {

    private static final String SQUADS = "SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf";

    @Test
    void anAddressIsReadFromItsTextAndWrittenBack() {
        assertEquals(SQUADS, Address.parse(SQUADS).get().toString());
        assertEquals(Address.of(SQUADS), Address.of(Address.of(SQUADS).toArray()));
        assertEquals("11111111111111111111111111111111", Address.ZERO.toString());
    }

    @Test
    void aTextOfAnotherLengthIsNoAddress() {
        assertEquals(Either.left(new Address.Problem.WrongLength(31)), Address.parse("1".repeat(31)));
        assertEquals(Either.left(new Address.Problem.WrongLength(33)), Address.parse("1".repeat(33)));
    }

    @Test
    void aTextThatIsNotBase58SaysWhy() {
        assertEquals(
                Either.left(new Address.Problem.NotBase58(new Base58.Problem.ForeignCharacter(0))), Address.parse("0x"));
        assertEquals(Either.left(new Address.Problem.NotBase58(new Base58.Problem.Empty())), Address.parse(""));
    }

    @Test
    void aConstantThatIsNoAddressIsAMistake() {
        assertThrows(IllegalArgumentException.class, () -> Address.of("nobody").toArray());
        assertThrows(IllegalArgumentException.class, () -> Address.of(new byte[31]).toArray());
    }

    @Test
    void anAddressLiesWhereItIsReadFrom() {
        byte[] account = new byte[48];
        System.arraycopy(Address.of(SQUADS).toArray(), 0, account, 8, 32);
        assertEquals(Address.of(SQUADS), Address.of(account, 8));
    }

    @Test
    void addressesAreOrderedByTheirBytes() {
        assertTrue(Address.ZERO.compareTo(Address.of(SQUADS)) < 0);
        assertTrue(Address.of(SQUADS).compareTo(Address.ZERO) > 0);
    }

    @Test
    void aSignatureHas64BytesWrittenInBase58() {
        assertThrows(IllegalArgumentException.class, () -> new Signature(Bytes.of(new byte[63])).toString());
        assertEquals(Signature.EMPTY, new Signature(Bytes.of(new byte[64])));
        assertEquals("1".repeat(64), Signature.EMPTY.toString());
        assertArrayEquals(new byte[64], Signature.EMPTY.bytes().toArray());
    }

    @Test
    void onlyAMessageOfVersion0HasLookupTables() {
        Array<LookupTable> tables = Array.of(new LookupTable(Address.ZERO, Array.empty()));
        assertEquals(tables, message(MessageVersion.V0, tables).lookupTables());
        assertEquals(Array.empty(), message(MessageVersion.LEGACY, Array.empty()).lookupTables());
        assertThrows(
                IllegalArgumentException.class, () -> message(MessageVersion.LEGACY, tables).lookupTables());
        assertThrows(IllegalArgumentException.class, () -> message(MessageVersion.V1, tables).lookupTables());
    }

    @Test
    void onlyAMessageOfVersion1HasAConfig() {
        TransactionConfig config = new TransactionConfig(Option.some(0L), Option.none(), Option.none(), Option.none());
        assertEquals(config, message(MessageVersion.V1, config).config());
        assertThrows(IllegalArgumentException.class, () -> message(MessageVersion.V0, config).config());
    }

    @Test
    void aConfigHoldsValuesThatFitTheirFields() {
        long max = 0xffff_ffffL;
        assertEquals(Option.some(max), config(max, max, 262_144).computeUnitLimit());
        assertThrows(IllegalArgumentException.class, () -> config(max + 1, 0, 32_768).heapSize());
        assertThrows(IllegalArgumentException.class, () -> config(0, -1, 32_768).heapSize());
        assertThrows(IllegalArgumentException.class, () -> config(0, 0, 32_767).heapSize());
        assertThrows(IllegalArgumentException.class, () -> config(0, 0, 33_000).heapSize());
        assertThrows(IllegalArgumentException.class, () -> config(0, 0, 263_168).heapSize());
    }

    private static TransactionConfig config(long units, long loaded, int heap) {
        return new TransactionConfig(Option.none(), Option.some(units), Option.some(loaded), Option.some(heap));
    }

    private static Message message(MessageVersion version, TransactionConfig config) {
        return new Message(version, Address.ZERO, new Blockhash(Bytes32.ZERO), config, Array.empty(), Array.empty());
    }

    @Test
    void aBlockhashIsWrittenInBase58() {
        assertEquals("1".repeat(32), new Blockhash(Bytes32.ZERO).toString());
    }

    private static Message message(MessageVersion version, Array<LookupTable> tables) {
        return new Message(version, Address.ZERO, new Blockhash(Bytes32.ZERO), Array.empty(), tables);
    }

    @Test
    void accountMetaStatesSignerAndWritableFlags() {
        assertEquals(new AccountMeta(Address.ZERO, false, false), AccountMeta.readonly(Address.ZERO));
        assertEquals(new AccountMeta(Address.ZERO, false, true), AccountMeta.writable(Address.ZERO));
        assertEquals(new AccountMeta(Address.ZERO, true, false), AccountMeta.signer(Address.ZERO));
        assertEquals(new AccountMeta(Address.ZERO, true, true), AccountMeta.writableSigner(Address.ZERO));
        assertFalse(AccountMeta.readonly(Address.ZERO).writable());
    }
}
