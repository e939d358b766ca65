package dev.mandate.engine.records;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * Reads what {@link RecordWriter} wrote. Bytes that it did not write are a broken invariant: every method then throws an {@link
 * IllegalStateException}.
 */
public final class RecordReader {

    private final ByteBuffer in;

    public RecordReader(Bytes record) {
        this.in = ByteBuffer.wrap(record.toArray());
    }

    /** All of {@code record}, and nothing behind it. */
    public static <T> T read(Bytes record, Function<RecordReader, T> fields) {
        RecordReader reader = new RecordReader(record);
        T read = fields.apply(reader);
        if (reader.in.hasRemaining()) {
            throw new IllegalStateException("a record with " + reader.in.remaining() + " bytes too many");
        }
        return read;
    }

    public int tag() {
        try {
            return Byte.toUnsignedInt(in.get());
        } catch (BufferUnderflowException e) {
            throw cut(e);
        }
    }

    public long number() {
        try {
            return in.getLong();
        } catch (BufferUnderflowException e) {
            throw cut(e);
        }
    }

    public UnixTime time() {
        return new UnixTime(number());
    }

    public Bytes bytes() {
        try {
            int length = in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new IllegalStateException("a record that is cut off");
            }
            return Bytes.of(take(length));
        } catch (BufferUnderflowException e) {
            throw cut(e);
        }
    }

    public String text() {
        return new String(bytes().toArray(), StandardCharsets.UTF_8);
    }

    public Bytes32 bytes32() {
        try {
            return Bytes32.of(take(Bytes32.LENGTH));
        } catch (BufferUnderflowException e) {
            throw cut(e);
        }
    }

    public Address address() {
        return new Address(bytes32());
    }

    public <T> Option<T> option(Function<RecordReader, T> value) {
        return switch (tag()) {
            case 0 -> Option.none();
            case 1 -> Option.some(value.apply(this));
            default -> throw unknown("option");
        };
    }

    public <T> Array<T> list(Function<RecordReader, T> value) {
        long count = number();
        if (count < 0 || count > in.remaining()) {
            throw new IllegalStateException("a record that is cut off");
        }
        return Array.fill((int) count, () -> value.apply(this));
    }

    /** For a tag that nobody writes. */
    public static IllegalStateException unknown(String what) {
        return new IllegalStateException("a record with an unknown kind of " + what);
    }

    private byte[] take(int length) {
        byte[] taken = new byte[length];
        in.get(taken);
        return taken;
    }

    private static IllegalStateException cut(BufferUnderflowException cause) {
        return new IllegalStateException("a record that is cut off", cause);
    }
}
