package dev.mandate.domain.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ChainValuesTest {

    private static final Blockhash BLOCKHASH = new Blockhash(Bytes32.ZERO);

    @Test
    void aNetworkIsNamedInLowerCase() {
        assertEquals("a-z-0-9", new Network("a-z-0-9").toString());
        for (String bad : Array.of("", "Devnet", "dev net", "x".repeat(33))) {
            assertThrows(IllegalArgumentException.class, () -> new Network(bad).name());
        }
    }

    /** The vector of FIPS 180-2, B.1. */
    @Test
    void theHashIsSha256() {
        String hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);

        assertEquals(hash, Bytes.of(Sha256.of("abc").toArray()).toHex());
        assertEquals(Sha256.of("abc"), Sha256.of(Bytes.of(abc)));
        assertEquals(Sha256.of("abc"), Sha256.of("a".getBytes(StandardCharsets.US_ASCII), "bc".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void aConfigHoldsU32AndHeapsInSteps() {
        long most = 0xffff_ffffL;
        assertEquals(Option.some(most), config(most, most, 32_768).computeUnitLimit());
        assertEquals(Option.some(0L), config(0, 0, 262_144).computeUnitLimit());
        assertThrows(IllegalArgumentException.class, () -> config(-1, 0, 32_768).heapSize());
        assertThrows(IllegalArgumentException.class, () -> config(most + 1, 0, 32_768).heapSize());
        assertThrows(IllegalArgumentException.class, () -> config(0, -1, 32_768).heapSize());
        assertThrows(IllegalArgumentException.class, () -> config(0, most + 1, 32_768).heapSize());
        for (int heap : Array.of(32_768 - 1_024, 32_768 + 1, 262_144 + 1_024)) {
            assertThrows(IllegalArgumentException.class, () -> config(0, 0, heap).heapSize());
        }
    }

    @Test
    void tablesAreForVersion0AndConfigsForVersion1() {
        Array<LookupTable> tables = Array.of(new LookupTable(Address.ZERO, Array.empty()));
        assertEquals(tables, message(MessageVersion.V0, TransactionConfig.NONE, tables).lookupTables());
        assertEquals(config(1, 1, 32_768), message(MessageVersion.V1, config(1, 1, 32_768), Array.empty()).config());
        for (MessageVersion other : Array.of(MessageVersion.LEGACY, MessageVersion.V1)) {
            assertThrows(IllegalArgumentException.class, () -> message(other, TransactionConfig.NONE, tables).version());
        }
        for (MessageVersion other : Array.of(MessageVersion.LEGACY, MessageVersion.V0)) {
            assertThrows(IllegalArgumentException.class, () -> message(other, config(1, 1, 32_768), Array.empty()).version());
        }
    }

    private static TransactionConfig config(long units, long data, int heap) {
        return new TransactionConfig(Option.none(), Option.some(units), Option.some(data), Option.some(heap));
    }

    private static Message message(MessageVersion version, TransactionConfig config, Array<LookupTable> tables) {
        return new Message(version, Address.ZERO, BLOCKHASH, config, Array.empty(), tables);
    }
}
