package dev.mandate.solana.bytes;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Writes from front to back the formats that {@link ByteReader} reads.
 *
 * <p>A number that exceeds its width throws {@link IllegalArgumentException}: the types that hold such numbers check them. Not
 * thread-safe.
 */
public final class ByteWriter {

    private byte[] target = new byte[128];
    private int length;

    /** Returns the bytes that {@code content} writes. */
    public static Bytes write(Consumer<ByteWriter> content) {
        ByteWriter out = new ByteWriter();
        content.accept(out);
        return out.toBytes();
    }

    public void u8(int value) {
        Unsigned.requireU8(value);
        number(value, 1);
    }

    public void u16(int value) {
        Unsigned.requireU16(value);
        number(value, 2);
    }

    public void u32(long value) {
        Unsigned.requireU32(value);
        number(value, 4);
    }

    /** Writes a 64-bit number, unsigned or signed: the bits are the same. */
    public void u64(long bits) {
        number(bits, 8);
    }

    public void amount(BaseUnits value) {
        u64(value.bits());
    }

    /** Writes an eight-byte discriminator, its highest byte first. */
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

    /** Writes the bytes without a length. */
    public void bytes(Bytes value) {
        int at = grow(value.length());
        value.copyTo(target, at);
    }

    /** Writes the length (u32), then the bytes. */
    public void countedBytes(Bytes value) {
        u32(value.length());
        bytes(value);
    }

    /** Writes a length in compact form, one to three bytes. */
    public void compactLength(int value) {
        Unsigned.requireU16(value);
        int rest = value;
        while (rest >= 0x80) {
            u8((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        u8(rest);
    }

    /** Returns the number of bytes that {@link #compactLength} writes. */
    public static int compactLengthBytes(int value) {
        return value < 0x80 ? 1 : value < 0x4000 ? 2 : 3;
    }

    /** Writes the compact length, then the bytes. */
    public void compactBytes(Bytes value) {
        compactLength(value.length());
        bytes(value);
    }

    /** Writes the number of addresses (u32), then the addresses. */
    public void addresses(Seq<Address> values) {
        u32(values.length());
        list(values, (value, writer) -> writer.address(value));
    }

    /** Writes the elements without their number. */
    public <T> void list(Seq<T> values, BiConsumer<T, ByteWriter> element) {
        for (T value : values) {
            element.accept(value, this);
        }
    }

    /** Writes a one-byte tag, then the value if there is one. */
    public <T> void option(Option<T> value, BiConsumer<T, ByteWriter> content) {
        bool(value.isDefined());
        if (value.isDefined()) {
            content.accept(value.get(), this);
        }
    }

    public void optionalAddress(Option<Address> value) {
        option(value, (address, out) -> out.address(address));
    }

    /** Writes a four-byte tag and an address; the address is all zero if there is none. */
    public void addressWithRoom(Option<Address> value) {
        u32(value.isDefined() ? 1 : 0);
        address(value.getOrElse(Address.ZERO));
    }

    /** Writes a four-byte tag and an amount; the amount is zero if there is none. */
    public void amountWithRoom(Option<BaseUnits> value) {
        u32(value.isDefined() ? 1 : 0);
        amount(value.getOrElse(BaseUnits.ZERO));
    }

    /**
     * Writes the length in bytes (u32), then the text in UTF-8.
     *
     * @throws IllegalArgumentException if the text holds half of a surrogate pair, which UTF-8 cannot encode
     */
    public void string(String value) {
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
            byte[] bytes = new byte[utf8.remaining()];
            utf8.get(bytes);
            countedBytes(Bytes.of(bytes));
        } catch (CharacterCodingException notText) {
            throw new IllegalArgumentException("half of a surrogate pair", notText);
        }
    }

    /** Appends zeros until {@code total} bytes are written. */
    public void padTo(int total) {
        int unused = grow(total - length);
    }

    /** Returns the number of bytes written so far. */
    public int length() {
        return length;
    }

    /** Returns all bytes written so far. */
    public Bytes toBytes() {
        return Bytes.of(target, 0, length);
    }

    private void number(long bits, int width) {
        int at = grow(width);
        for (int i = 0; i < width; i++) {
            target[at + i] = (byte) (bits >>> (8 * i));
        }
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
