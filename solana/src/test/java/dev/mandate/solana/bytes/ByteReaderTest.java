package dev.mandate.solana.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Borsh's own examples, and the problems of malformed bytes. */
@NullMarked
class ByteReaderTest {

    @Test
    void numbersStandLowestByteFirst() {
        ByteWriter out = new ByteWriter();
        out.u8(0xfe);
        out.u16(0xfedc);
        out.u32(0xfedc_ba98L);
        out.u64(0xfedc_ba98_7654_3210L);
        assertEquals("fe" + "dcfe" + "98badcfe" + "1032547698badcfe", out.toBytes().toHex());
    }

    @Test
    void textsStandBehindTheirLengthInBytes() {
        ByteWriter out = new ByteWriter();
        out.string("für");
        out.option(Option.some("x"), (text, to) -> to.string(text));
        out.option(Option.<String>none(), (text, to) -> to.string(text));
        assertEquals("0400000066c3bc72" + "010100000078" + "00", out.toBytes().toHex());
    }

    @Test
    void unsignedNumbersAreReadAsSuch() {
        ByteReader in = new ByteReader(Bytes.ofHex("ff" + "ffff" + "ffffffff" + "ffffffffffffffff"));
        assertEquals(
                Either.right(Array.of(255L, 65_535L, 4_294_967_295L, -1L)),
                in.finish(Array.of((long) in.u8(), (long) in.u16(), in.u32(), in.u64())));
    }

    @Test
    void theFirstProblemStaysAndLaterReadsAnswerZero() {
        ByteReader in = new ByteReader(Bytes.ofHex("0201ffff"));
        assertEquals(Option.none(), in.option(ByteReader::u8));
        assertEquals(0, in.u8());
        assertEquals("", in.string());
        assertEquals(Address.ZERO, in.address());
        assertEquals(Either.left(new ReadProblem.UnknownTag(0, 2, 1)), in.finish("nothing"));
    }

    @Test
    void trailingBytesAreRefusedOrIgnoredAsRequested() {
        assertEquals(Either.left(new ReadProblem.TrailingBytes(1, 2)), reader().finish(true));
        assertEquals(Either.right(true), reader().finishPrefix(true));
    }

    @Test
    void aListIsNotMadeBeforeItCanBeThere() {
        ByteReader in = new ByteReader(Bytes.ofHex("ffffffff" + "00"));
        assertEquals(Array.empty(), in.addresses());
        assertEquals(
                Either.left(new ReadProblem.Truncated(4, 0xffff_ffffL * 32, 1)), in.finish("nothing"));
    }

    @Test
    void aNumberThatDoesNotFitItsWidthIsABrokenInvariant() {
        ByteWriter out = new ByteWriter();
        assertThrows(IllegalArgumentException.class, () -> out.u8(256));
        assertThrows(IllegalArgumentException.class, () -> out.u16(-1));
        assertThrows(IllegalArgumentException.class, () -> out.u32(1L << 32));
        assertEquals(0, out.length());
    }

    @Test
    void aWriterGrowsWithoutLoss() {
        ByteWriter out = new ByteWriter();
        for (int i = 0; i < 1_000; i++) {
            out.u8(i & 0xff);
        }
        ByteReader in = new ByteReader(out.toBytes());
        for (int i = 0; i < 1_000; i++) {
            assertEquals(i & 0xff, in.u8());
        }
        assertEquals(Either.right(1_000), in.finish(out.length()));
    }

    private static ByteReader reader() {
        ByteReader in = new ByteReader(Bytes.ofHex("01aabb"));
        assertEquals(1, in.u8());
        return in;
    }
}
