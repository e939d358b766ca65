package dev.mandate.solana.borsh;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * Reads Borsh from front to back and never throws on any bytes.
 *
 * <p>The first problem is kept; from then on every read answers zero, so that a layout is written down as a plain sequence of
 * reads. What was read counts only if {@link #finish} or {@link #finishPrefix} returns it. No list is allocated before it is
 * known that as many elements can be there. Not thread-safe.
 */
public final class BorshReader {

    private final Bytes source;
    private int offset;
    private Option<BorshProblem> problem = Option.none();

    public BorshReader(Bytes source) {
        this.source = source;
    }

    public int u8() {
        return take(1) ? source.at(offset - 1) & 0xff : 0;
    }

    public int u16() {
        return take(2) ? (source.at(offset - 2) & 0xff) | (source.at(offset - 1) & 0xff) << 8 : 0;
    }

    public long u32() {
        return take(4) ? Integer.toUnsignedLong(source.intAt(offset - 4)) : 0;
    }

    /** An unsigned or a signed 64-bit number: the same bits. */
    public long u64() {
        return take(8) ? source.longAt(offset - 8) : 0;
    }

    /** The eight bytes that say what follows, first byte highest, so that its hex reads as they stand. */
    public long discriminator() {
        return Long.reverseBytes(u64());
    }

    public boolean bool() {
        int value = u8();
        if (value > 1) {
            fail(new BorshProblem.BadBool(offset - 1, value));
        }
        return value == 1;
    }

    public Bytes32 bytes32() {
        return take(Bytes32.LENGTH) ? Bytes32.of(source, offset - Bytes32.LENGTH) : Bytes32.ZERO;
    }

    public Address address() {
        return take(Bytes32.LENGTH) ? Address.of(source, offset - Bytes32.LENGTH) : Address.ZERO;
    }

    /** The tag of one of the variants 0 to {@code highest}. */
    public int variant(int highest) {
        int tag = u8();
        if (tag > highest) {
            fail(new BorshProblem.UnknownVariant(offset - 1, tag, highest));
            return 0;
        }
        return tag;
    }

    /** A value with a tag before it that says whether it is there. */
    public <T> Option<T> option(Function<BorshReader, T> value) {
        int tag = u8();
        if (tag > 1) {
            fail(new BorshProblem.BadOptionTag(offset - 1, tag));
        }
        return tag == 1 ? Option.some(value.apply(this)) : Option.none();
    }

    /** UTF-8 text behind its length in bytes (u32). */
    public String string() {
        int length = length(u32(), 1);
        int start = offset;
        if (!take(length)) {
            return "";
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(source.slice(start, length).toArray()))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            fail(new BorshProblem.InvalidUtf8(start, length));
            return "";
        }
    }

    /** Exactly so many bytes, without a number before them. */
    public Bytes fixed(int count) {
        return take(count) ? source.slice(offset - count, count) : Bytes.of(new byte[count]);
    }

    /** As many bytes as were counted before. */
    public Bytes bytes(long count) {
        int length = length(count, 1);
        return take(length) ? source.slice(offset - length, length) : Bytes.EMPTY;
    }

    /**
     * As many elements as were counted before.
     *
     * @param elementBytes what one element takes at least, never 0: what bounds the count
     */
    public <T> Seq<T> list(long count, int elementBytes, Function<BorshReader, T> element) {
        int length = length(count, elementBytes);
        Object[] elements = new Object[length];
        for (int i = 0; i < length && problem.isEmpty(); i++) {
            elements[i] = element.apply(this);
        }
        return problem.isEmpty() ? wrap(elements) : Array.empty();
    }

    /** Addresses behind their number (u32). */
    public Seq<Address> addresses() {
        return list(u32(), Bytes32.LENGTH, BorshReader::address);
    }

    /** Refuses a list above {@code limit}; otherwise its length as given. */
    public long atMost(long length, int limit) {
        if (length > limit) {
            fail(new BorshProblem.ListTooLong(offset, length, limit));
            return 0;
        }
        return length;
    }

    /** What was read, if nothing was wrong with it and nothing follows. */
    public <T> Either<BorshProblem, T> finish(T content) {
        int left = source.length() - offset;
        if (problem.isEmpty() && left > 0) {
            fail(new BorshProblem.TrailingBytes(offset, left));
        }
        return finishPrefix(content);
    }

    /** What was read, if nothing was wrong with it, whatever follows. */
    public <T> Either<BorshProblem, T> finishPrefix(T content) {
        return problem.isEmpty() ? Either.right(content) : Either.left(problem.get());
    }

    private int length(long count, int elementBytes) {
        int available = source.length() - offset;
        // A u32 times an element's size stays far below 2^63.
        long needed = count * elementBytes;
        if (needed > available) {
            fail(new BorshProblem.Truncated(offset, needed, available));
            return 0;
        }
        return (int) count;
    }

    private boolean take(int count) {
        if (problem.isDefined()) {
            return false;
        }
        if (source.length() - offset < count) {
            fail(new BorshProblem.Truncated(offset, count, source.length() - offset));
            return false;
        }
        offset += count;
        return true;
    }

    private void fail(BorshProblem first) {
        if (problem.isEmpty()) {
            problem = Option.some(first);
        }
    }

    @SuppressWarnings("unchecked") // filled with T alone
    private static <T> Seq<T> wrap(Object[] elements) {
        return (Seq<T>) Array.of(elements);
    }
}
