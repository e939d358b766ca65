package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Exactly 32 immutable bytes, ordered as unsigned big-endian numbers (the order in which Solana programs sort keys). Stored as
 * four words instead of an array: immutable, compact, and compared without a loop.
 */
public final class Bytes32 implements Comparable<Bytes32> {

    public static final int LENGTH = 32;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** All zero. It must follow {@code WORDS}, which encoding its text needs. */
    public static final Bytes32 ZERO = new Bytes32(0, 0, 0, 0, Option.none()).spelled();

    private final long w0;
    private final long w1;
    private final long w2;
    private final long w3;

    /** The cached base58 text, if known. Encoding takes longer than most operations on an address. */
    private final Option<String> text;

    private Bytes32(long w0, long w1, long w2, long w3, Option<String> text) {
        this.w0 = w0;
        this.w1 = w1;
        this.w2 = w2;
        this.w3 = w3;
        this.text = text;
    }

    /**
     * Returns the 32 bytes of {@code source} from {@code offset}.
     *
     * @throws IndexOutOfBoundsException if there are fewer than 32
     */
    public static Bytes32 of(byte[] source, int offset) {
        return of(source, offset, Option.none());
    }

    private static Bytes32 of(byte[] source, int offset, Option<String> text) {
        return new Bytes32(
                (long) WORDS.get(source, offset),
                (long) WORDS.get(source, offset + 8),
                (long) WORDS.get(source, offset + 16),
                (long) WORDS.get(source, offset + 24),
                text);
    }

    /**
     * Returns all of {@code source}.
     *
     * @throws IllegalArgumentException if it is not 32 bytes long
     */
    public static Bytes32 of(byte[] source) {
        if (source.length != LENGTH) {
            throw new IllegalArgumentException("expected 32 bytes, not " + source.length);
        }
        return of(source, 0);
    }

    /**
     * Returns the 32 bytes of {@code source} from {@code offset}.
     *
     * @throws IndexOutOfBoundsException if there are fewer than 32
     */
    public static Bytes32 of(Bytes source, int offset) {
        return new Bytes32(
                Long.reverseBytes(source.longAt(offset)),
                Long.reverseBytes(source.longAt(offset + 8)),
                Long.reverseBytes(source.longAt(offset + 16)),
                Long.reverseBytes(source.longAt(offset + 24)),
                Option.none());
    }

    /** Returns {@code source}, 32 bytes, with its known text. */
    static Bytes32 spelled(byte[] source, String text) {
        return of(source, 0, Option.some(text));
    }

    /** Returns an equal value with its text cached. Use it for values that are written often. */
    public Bytes32 spelled() {
        return text.isDefined() ? this : new Bytes32(w0, w1, w2, w3, Option.some(toBase58()));
    }

    /** Copies the bytes to {@code target} from {@code offset}. */
    public void copyTo(byte[] target, int offset) {
        WORDS.set(target, offset, w0);
        WORDS.set(target, offset + 8, w1);
        WORDS.set(target, offset + 16, w2);
        WORDS.set(target, offset + 24, w3);
    }

    public byte[] toArray() {
        byte[] bytes = new byte[LENGTH];
        copyTo(bytes, 0);
        return bytes;
    }

    /** Returns the base58 text, in Bitcoin's alphabet. */
    public String toBase58() {
        return text.getOrElse(() -> Base58.encode(toArray()));
    }

    @Override
    public int compareTo(Bytes32 other) {
        int order = Long.compareUnsigned(w0, other.w0);
        if (order == 0) {
            order = Long.compareUnsigned(w1, other.w1);
        }
        if (order == 0) {
            order = Long.compareUnsigned(w2, other.w2);
        }
        return order != 0 ? order : Long.compareUnsigned(w3, other.w3);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Bytes32 that && w0 == that.w0 && w1 == that.w1 && w2 == that.w2 && w3 == that.w3);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(w0 ^ Long.rotateLeft(w1, 16) ^ Long.rotateLeft(w2, 32) ^ Long.rotateLeft(w3, 48));
    }

    @Override
    public String toString() {
        return toBase58();
    }
}
