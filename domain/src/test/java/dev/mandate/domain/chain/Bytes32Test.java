package dev.mandate.domain.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.kernel.Bytes;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class Bytes32Test {

    @Test
    void bytesComeBackAsTheyWentIn() {
        byte[] bytes = counting();
        assertArrayEquals(bytes, Bytes32.of(bytes).toArray());
        byte[] wider = new byte[40];
        Bytes32.of(bytes).copyTo(wider, 5);
        assertArrayEquals(bytes, Arrays.copyOfRange(wider, 5, 37));
        assertEquals(Bytes32.of(bytes), Bytes32.of(wider, 5));
        assertEquals(Bytes32.of(bytes), Bytes32.of(Bytes.of(wider), 5));
    }

    @Test
    void spelledBytesAreTheSameWithTheSameText() {
        Bytes32 bytes = Bytes32.of(counting());
        assertEquals(bytes, bytes.spelled());
        assertEquals(bytes.hashCode(), bytes.spelled().hashCode());
        assertEquals(bytes.toBase58(), bytes.spelled().toBase58());
        assertEquals(Base58.encode(counting()), bytes.spelled().toBase58());
        assertArrayEquals(counting(), bytes.spelled().toArray());
        assertEquals(bytes, Address.parse(bytes.toBase58()).get().bytes());
    }

    @Test
    void onlyThirtyTwoBytesAreThirtyTwoBytes() {
        assertThrows(IllegalArgumentException.class, () -> Bytes32.of(new byte[31]).toArray());
        assertThrows(IllegalArgumentException.class, () -> Bytes32.of(new byte[33]).toArray());
        assertThrows(IndexOutOfBoundsException.class, () -> Bytes32.of(new byte[33], 2).toArray());
    }

    @Test
    void theOrderIsThatOfUnsignedBytesAtEveryPosition() {
        for (int position = 0; position < 32; position++) {
            byte[] low = counting();
            byte[] high = counting();
            low[position] = 0x7f;
            high[position] = (byte) 0x80;
            // Bytes after the first difference do not matter.
            for (int after = position + 1; after < 32; after++) {
                low[after] = (byte) 0xff;
                high[after] = 0;
            }
            assertEquals(-1, Integer.signum(Bytes32.of(low).compareTo(Bytes32.of(high))));
            assertEquals(1, Integer.signum(Bytes32.of(high).compareTo(Bytes32.of(low))));
            assertNotEquals(Bytes32.of(low), Bytes32.of(high));
        }
        assertEquals(0, Bytes32.of(counting()).compareTo(Bytes32.of(counting())));
    }

    @Test
    void equalBytesAreEqualWithEqualHashes() {
        assertEquals(Bytes32.of(counting()), Bytes32.of(counting()));
        assertEquals(Bytes32.of(counting()).hashCode(), Bytes32.of(counting()).hashCode());
        assertNotEquals(Bytes32.ZERO, (Object) "zero");
        for (int position = 0; position < 32; position++) {
            byte[] other = counting();
            other[position] ^= 1;
            assertNotEquals(Bytes32.of(counting()), Bytes32.of(other));
        }
    }

    /** Test addresses often differ in one word only. Addresses that differ in any word must fall into different buckets. */
    @Test
    void everyWordCountsInTheHash() {
        byte[] bytes = counting();
        for (int word = 0; word < 4; word++) {
            Set<Integer> hashes = new HashSet<>();
            for (int value = 0; value < 250; value++) {
                bytes[word * 8 + 7] = (byte) value;
                hashes.add(Bytes32.of(bytes).hashCode());
            }
            assertEquals(250, hashes.size());
        }
    }

    @Test
    void theTextIsBase58() {
        assertEquals("1".repeat(32), Bytes32.ZERO.toString());
        assertEquals(Base58.encode(counting()), Bytes32.of(counting()).toBase58());
    }

    private static byte[] counting() {
        byte[] bytes = new byte[32];
        for (int i = 0; i < 32; i++) {
            bytes[i] = (byte) (i * 9);
        }
        return bytes;
    }
}
