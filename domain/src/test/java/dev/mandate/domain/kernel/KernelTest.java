package dev.mandate.domain.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class KernelTest {

    @Test
    void aMomentMovesAndStaysWithinTheRange() {
        assertEquals(new UnixTime(7), new UnixTime(5).plusSeconds(2));
        assertEquals(new UnixTime(-3), new UnixTime(-5).plusSeconds(2));
        assertEquals(new UnixTime(Long.MAX_VALUE), new UnixTime(Long.MAX_VALUE).plusSeconds(1));
        assertEquals(new UnixTime(Long.MAX_VALUE), new UnixTime(1).plusSeconds(Long.MAX_VALUE));
        assertEquals(new UnixTime(Long.MIN_VALUE), new UnixTime(Long.MIN_VALUE).plusSeconds(-1));
        assertEquals(new UnixTime(-1), new UnixTime(Long.MIN_VALUE).plusSeconds(Long.MAX_VALUE));
        assertEquals(new UnixTime(-1), new UnixTime(Long.MAX_VALUE).plusSeconds(Long.MIN_VALUE));
    }

    @Test
    void aMomentKnowsHowFarAnotherLiesBehind() {
        assertEquals(10, new UnixTime(5).secondsSince(new UnixTime(-5)));
        assertEquals(-10, new UnixTime(-5).secondsSince(new UnixTime(5)));
        UnixTime first = new UnixTime(Long.MIN_VALUE);
        UnixTime last = new UnixTime(Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, last.secondsSince(new UnixTime(0)));
        assertEquals(Long.MAX_VALUE, last.secondsSince(new UnixTime(-1)));
        assertEquals(Long.MAX_VALUE, last.secondsSince(first));
        assertEquals(-Long.MAX_VALUE, first.secondsSince(new UnixTime(0)));
        assertEquals(-Long.MAX_VALUE, first.secondsSince(last));
        assertEquals(-Long.MAX_VALUE, new UnixTime(-2).secondsSince(last));
    }

    @Test
    void momentsAreOrdered() {
        assertTrue(new UnixTime(-1).isBefore(new UnixTime(0)));
        assertFalse(new UnixTime(0).isBefore(new UnixTime(0)));
        assertTrue(new UnixTime(1).compareTo(new UnixTime(-1)) > 0);
        assertEquals(0, new UnixTime(1).compareTo(new UnixTime(1)));
    }

    @Test
    void aMomentIsWrittenAsADateWhereTheCalendarReaches() {
        assertEquals("1970-01-01T00:00:00Z", new UnixTime(0).toString());
        assertEquals("+1000000000-12-31T23:59:59Z", new UnixTime(31_556_889_864_403_199L).toString());
        assertEquals("31556889864403200 s", new UnixTime(31_556_889_864_403_200L).toString());
        assertEquals("-1000000000-01-01T00:00:00Z", new UnixTime(-31_557_014_167_219_200L).toString());
        assertEquals("-31557014167219201 s", new UnixTime(-31_557_014_167_219_201L).toString());
    }

    @Test
    void bytesAreCopiedInAndOut() {
        byte[] source = {1, 2, 3};
        Bytes bytes = Bytes.of(source);
        source[0] = 9;
        bytes.toArray()[1] = 9;
        assertArrayEquals(new byte[] {1, 2, 3}, bytes.toArray());
        assertEquals(3, bytes.length());
        assertEquals(2, bytes.at(1));
        byte[] target = new byte[5];
        bytes.copyTo(target, 1);
        assertArrayEquals(new byte[] {0, 1, 2, 3, 0}, target);
        assertEquals(Bytes.of((byte) 2, (byte) 3), Bytes.of(new byte[] {1, 2, 3, 4}, 1, 2));
    }

    @Test
    void bytesAreEqualByContent() {
        assertEquals(Bytes.ofHex("0aff"), Bytes.of((byte) 10, (byte) -1));
        assertEquals(Bytes.ofHex("0aff").hashCode(), Bytes.of((byte) 10, (byte) -1).hashCode());
        assertNotEquals(Bytes.ofHex("0a").hashCode(), Bytes.ofHex("0b").hashCode());
        assertNotEquals(Bytes.ofHex("0aff"), Bytes.ofHex("0afe"));
        assertNotEquals(Bytes.EMPTY, (Object) "");
        assertEquals(Bytes.EMPTY, Bytes.of());
        assertEquals(Bytes.EMPTY, Bytes.of(new byte[3], 1, 0));
        assertThrows(IllegalArgumentException.class, () -> Bytes.ofHex("abc").length());
    }

    @Test
    void bytesAreShownInHexUpToAKeysLength() {
        assertEquals("0aff", Bytes.ofHex("0aff").toHex());
        assertEquals("00".repeat(32), Bytes.of(new byte[32]).toString());
        assertEquals("33 bytes", Bytes.of(new byte[33]).toString());
        assertEquals("00".repeat(33), Bytes.of(new byte[33]).toHex());
    }

    @Test
    void aPartOfBytesIsANumberOrBytes() {
        Bytes bytes = Bytes.ofHex("0001020304050607080910");

        assertEquals(0x04030201, bytes.intAt(1));
        assertEquals(0x0807060504030201L, bytes.longAt(1));
        assertEquals(Bytes.ofHex("0203"), bytes.slice(2, 2));
        assertEquals(bytes, bytes.slice(0, 11));
        assertEquals(Bytes.ofHex("0203020304050607080910"), Bytes.ofHex("0203").over(bytes));
        assertThrows(IndexOutOfBoundsException.class, () -> bytes.slice(10, 2).length());
        assertThrows(IndexOutOfBoundsException.class, () -> bytes.intAt(8));
    }

    @Test
    void aMomentIsReadFromTheClock() {
        assertEquals(new UnixTime(7), UnixTime.of(Instant.ofEpochSecond(7, 999_999_999)));
    }
}
