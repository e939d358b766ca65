package dev.mandate.solana.borsh;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Writes Borsh from front to back.
 *
 * <p>A number that does not fit its width throws {@link IllegalArgumentException}: the types that hold such numbers check them.
 * Not thread-safe.
 */
public final class BorshWriter {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] target;
    private int length;

    public BorshWriter() {
        this(128);
    }

    /**
     * One that grows as it must.
     *
     * @param room how many bytes it takes before it does
     */
    public BorshWriter(int room) {
        this.target = new byte[room];
    }

    public void u8(int value) {
        Unsigned.requireU8(value);
        // In two steps: Java would take the array before it grows.
        int at = grow(1);
        target[at] = (byte) value;
    }

    public void u16(int value) {
        Unsigned.requireU16(value);
        int at = grow(2);
        SHORTS.set(target, at, (short) value);
    }

    public void u32(long value) {
        Unsigned.requireU32(value);
        int at = grow(4);
        INTS.set(target, at, (int) value);
    }

    /** An unsigned or a signed 64-bit number: the same bits. */
    public void u64(long bits) {
        int at = grow(8);
        LONGS.set(target, at, bits);
    }

    /** The eight bytes that say what follows, the highest first. */
    public void discriminator(long firstByteHighest) {
        u64(Long.reverseBytes(firstByteHighest));
    }

    public void bool(boolean value) {
        u8(value ? 1 : 0);
    }

    public void bytes32(Bytes32 value) {
        int at = grow(Bytes32.LENGTH);
        value.copyTo(target, at);
    }

    public void address(Address value) {
        bytes32(value.bytes());
    }

    /** The bytes alone, without their number. */
    public void bytes(Bytes value) {
        int at = grow(value.length());
        value.copyTo(target, at);
    }

    /** The bytes behind their number (u32). */
    public void countedBytes(Bytes value) {
        u32(value.length());
        bytes(value);
    }

    /** Addresses behind their number (u32). */
    public void addresses(Seq<Address> values) {
        u32(values.length());
        list(values, (value, writer) -> writer.address(value));
    }

    /** The elements alone, without their number. */
    public <T> void list(Seq<T> values, BiConsumer<T, BorshWriter> element) {
        for (T value : values) {
            element.accept(value, this);
        }
    }

    /** A tag, and the value if it is there. */
    public <T> void option(Option<T> value, BiConsumer<T, BorshWriter> content) {
        bool(value.isDefined());
        if (value.isDefined()) {
            content.accept(value.get(), this);
        }
    }

    /**
     * UTF-8 text behind its length in bytes (u32).
     *
     * @throws IllegalArgumentException if the text holds half of a surrogate pair, which UTF-8 cannot spell
     */
    public void string(String value) {
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
            int count = utf8.remaining();
            u32(count);
            int at = grow(count);
            utf8.get(target, at, count);
            } catch (CharacterCodingException notText) {
            throw new IllegalArgumentException("half of a surrogate pair", notText);
        }
    }

    /** How many bytes were written. */
    public int length() {
        return length;
    }

    /** All that was written. */
    public Bytes toBytes() {
        return Bytes.of(target, 0, length);
    }

    private int grow(int count) {
        int at = length;
        length += count;
        if (length > target.length) {
            target = Arrays.copyOf(target, Math.max(length, 2 * target.length));
        }
        return at;
    }
}
