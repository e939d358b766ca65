package dev.mandate.solana.bytes;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads bytes from front to back: little-endian numbers, Borsh options, strings and lists, and Solana's compact lengths. No
 * input makes it throw.
 *
 * <p>The reader keeps the first problem; every later read returns zero. So a layout can be written as a plain sequence of
 * reads. The values count only if {@link #finish} or {@link #finishPrefix} returns them. A list is allocated only if the
 * remaining bytes can hold that many elements. Not thread-safe.
 */
public final class ByteReader {

    private final Bytes source;
    private int offset;
    private Option<ReadProblem> problem = Option.none();

    public ByteReader(Bytes source) {
        this.source = source;
    }

    public int u8() {
        return take(1) ? Byte.toUnsignedInt(source.at(offset - 1)) : 0;
    }

    public int u16() {
        return take(2) ? Byte.toUnsignedInt(source.at(offset - 2)) | Byte.toUnsignedInt(source.at(offset - 1)) << 8 : 0;
    }

    public long u32() {
        return take(4) ? Integer.toUnsignedLong(source.intAt(offset - 4)) : 0;
    }

    /** Reads a 64-bit number, unsigned or signed: the bits are the same. */
    public long u64() {
        return take(8) ? source.longAt(offset - 8) : 0;
    }

    public BaseUnits amount() {
        return BaseUnits.ofUnsignedBits(u64());
    }

    /** Reads an eight-byte discriminator. The first byte becomes the highest, so that the number's hex equals the bytes in their order. */
    public long discriminator() {
        return Long.reverseBytes(u64());
    }

    public boolean bool() {
        return tag(1) == 1;
    }

    public Bytes32 bytes32() {
        return take(Bytes32.LENGTH) ? Bytes32.of(source, offset - Bytes32.LENGTH) : Bytes32.ZERO;
    }

    public Address address() {
        return take(Bytes32.LENGTH) ? Address.of(source, offset - Bytes32.LENGTH) : Address.ZERO;
    }

    /** Reads a one-byte tag, 0 to {@code highest}. */
    public int tag(int highest) {
        return known(u8(), 1, highest);
    }

    /** Reads a four-byte tag, 0 to {@code highest}. */
    public int tagU32(int highest) {
        return known(u32(), 4, highest);
    }

    private int known(long tag, int width, int highest) {
        if (tag > highest) {
            fail(new ReadProblem.UnknownTag(offset - width, tag, highest));
            return 0;
        }
        return (int) tag;
    }

    /** Reads an optional value: a one-byte tag, then the value if the tag is 1. */
    public <T> Option<T> option(Function<ByteReader, T> value) {
        return bool() ? Option.some(value.apply(this)) : Option.none();
    }

    /**
     * Reads an optional value of fixed size: a four-byte tag, then the value's bytes. The bytes are present even if the tag is 0;
     * their content is then ignored.
     */
    public <T> Option<T> optionWithRoom(Function<ByteReader, T> value) {
        boolean present = tagU32(1) == 1;
        T content = value.apply(this);
        return present ? Option.some(content) : Option.none();
    }

    /** Reads a UTF-8 string that follows its length in bytes (u32). */
    public String string() {
        int start = offset + Integer.BYTES;
        Bytes text = bytes(u32());
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text.toArray()))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            fail(new ReadProblem.InvalidUtf8(start, text.length()));
            return "";
        }
    }

    /**
     * Reads {@code count} bytes.
     *
     * @param count at most 32 bits
     */
    public Bytes bytes(long count) {
        int length = length(count, 1);
        return take(length) ? source.slice(offset - length, length) : Bytes.EMPTY;
    }

    /**
     * Reads {@code count} elements.
     *
     * @param count at most 32 bits
     * @param elementBytes the least number of bytes of one element, never 0; it bounds the count
     */
    public <T> Array<T> list(long count, int elementBytes, Function<ByteReader, T> element) {
        int length = length(count, elementBytes);
        List<T> elements = new ArrayList<>(length);
        for (int i = 0; i < length && problem.isEmpty(); i++) {
            elements.add(element.apply(this));
        }
        return Array.ofAll(elements);
    }

    /** Reads addresses that follow their number (u32). */
    public Array<Address> addresses() {
        return list(u32(), Bytes32.LENGTH, ByteReader::address);
    }

    /**
     * Refuses a list that is longer than {@code limit}.
     *
     * @param length unsigned
     * @return {@code length}, or 0 if it is refused
     */
    public long atMost(long length, int limit) {
        if (Long.compareUnsigned(length, limit) > 0) {
            fail(new ReadProblem.ListTooLong(offset, length, limit));
            return 0;
        }
        return length;
    }

    /**
     * Reads a length of one to three bytes (Solana's {@code short_vec}): seven bits a byte, lowest first; the top bit is set if
     * more bytes follow. Refuses all but the shortest encoding, as the network does.
     */
    public int compactLength() {
        int start = offset;
        int length = 0;
        for (int shift = 0; shift <= 14; shift += 7) {
            int next = u8();
            length |= (next & 0x7f) << shift;
            if (next == 0 && shift > 0) {
                fail(new ReadProblem.NonCanonicalLength(start));
            }
            if (next < 0x80 && length <= Unsigned.U16_MAX) {
                return length;
            }
        }
        fail(new ReadProblem.LengthAboveRange(start));
        return 0;
    }

    /** Reads bytes that follow their compact length. */
    public Bytes compactBytes() {
        return bytes(compactLength());
    }

    public void skip(int count) {
        boolean unused = take(count);
    }

    /** Returns the offset of the next read. */
    public int offset() {
        return offset;
    }

    /** Returns {@code content} if there was no problem and no byte is left. */
    public <T> Either<ReadProblem, T> finish(T content) {
        int left = source.length() - offset;
        if (left > 0) {
            fail(new ReadProblem.TrailingBytes(offset, left));
        }
        return finishPrefix(content);
    }

    /** Returns {@code content} if there was no problem. More bytes may follow. */
    public <T> Either<ReadProblem, T> finishPrefix(T content) {
        return problem.isEmpty() ? Either.right(content) : Either.left(problem.get());
    }

    private int length(long count, int elementBytes) {
        // Cannot overflow: a u32 times an element's size is far below 2^63.
        return problem.isEmpty() && has(count * elementBytes) ? (int) count : 0;
    }

    private boolean take(int count) {
        if (problem.isDefined() || !has(count)) {
            return false;
        }
        offset += count;
        return true;
    }

    private boolean has(long count) {
        int available = source.length() - offset;
        if (count > available) {
            fail(new ReadProblem.Truncated(offset, count, available));
            return false;
        }
        return true;
    }

    private void fail(ReadProblem first) {
        if (problem.isEmpty()) {
            problem = Option.some(first);
        }
    }
}
