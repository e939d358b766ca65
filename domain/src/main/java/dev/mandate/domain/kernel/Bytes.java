package dev.mandate.domain.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** An immutable sequence of bytes, equal by content. */
public final class Bytes {

    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** Returns a copy of {@code content}. */
    public static Bytes of(byte... content) {
        return content.length == 0 ? EMPTY : new Bytes(content.clone());
    }

    /** Returns a copy of {@code length} bytes of {@code source} from {@code offset}. */
    public static Bytes of(byte[] source, int offset, int length) {
        return length == 0 ? EMPTY : new Bytes(Arrays.copyOfRange(source, offset, offset + length));
    }

    /**
     * Decodes {@code hex}, two digits for each byte.
     *
     * @throws IllegalArgumentException if it is not an even number of hexadecimal digits
     */
    public static Bytes ofHex(String hex) {
        return new Bytes(HexFormat.of().parseHex(hex));
    }

    public int length() {
        return content.length;
    }

    public byte at(int index) {
        return content[index];
    }

    /**
     * Returns the four bytes from {@code offset} as a little-endian number.
     *
     * @throws IndexOutOfBoundsException if there are fewer
     */
    public int intAt(int offset) {
        return (int) INTS.get(content, offset);
    }

    /**
     * Returns the eight bytes from {@code offset} as a little-endian number.
     *
     * @throws IndexOutOfBoundsException if there are fewer
     */
    public long longAt(int offset) {
        return (long) LONGS.get(content, offset);
    }

    /**
     * Returns {@code length} bytes from {@code offset}.
     *
     * @throws IndexOutOfBoundsException if there are fewer
     */
    public Bytes slice(int offset, int length) {
        Objects.checkFromIndexSize(offset, length, content.length);
        return length == content.length ? this : of(content, offset, length);
    }

    /**
     * Returns {@code longer} with its first bytes replaced by these.
     *
     * @throws IndexOutOfBoundsException if {@code longer} is shorter than these
     */
    public Bytes over(Bytes longer) {
        byte[] both = longer.toArray();
        copyTo(both, 0);
        return new Bytes(both);
    }

    /** Returns whether {@code part} is somewhere within these bytes. */
    public boolean contains(Bytes part) {
        for (int offset = 0; offset <= content.length - part.content.length; offset++) {
            if (Arrays.equals(content, offset, offset + part.content.length, part.content, 0, part.content.length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns a new copy. */
    public byte[] toArray() {
        return content.clone();
    }

    /** Returns a read-only view, without a copy. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    /** Copies all bytes to {@code target} from {@code offset}. */
    public void copyTo(byte[] target, int offset) {
        System.arraycopy(content, 0, target, offset, content.length);
    }

    public String toHex() {
        return HexFormat.of().formatHex(content);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return content.length <= 32 ? toHex() : content.length + " bytes";
    }
}
