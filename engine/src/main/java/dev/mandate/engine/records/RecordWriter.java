package dev.mandate.engine.records;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/**
 * Spells values for the journal, one after the other; {@link RecordReader} reads them in the same order. Numbers are big-endian.
 * Equal values give equal bytes: what rows add up to is compared by them.
 */
public final class RecordWriter {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** What was written so far. */
    public Bytes written() {
        return Bytes.of(out.toByteArray());
    }

    /** One byte. */
    public void tag(int value) {
        if (value < 0 || value > 255) {
            throw new IllegalArgumentException("no byte: " + value);
        }
        out.write(value);
    }

    /** Eight bytes. */
    public void number(long value) {
        out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    public void time(UnixTime value) {
        number(value.seconds());
    }

    /** Four bytes of length and the bytes. */
    public void bytes(Bytes value) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value.length()).array());
        out.writeBytes(value.toArray());
    }

    /** As bytes of UTF-8. */
    public void text(String value) {
        bytes(Bytes.of(value.getBytes(StandardCharsets.UTF_8)));
    }

    /** Thirty-two bytes. */
    public void bytes32(Bytes32 value) {
        out.writeBytes(value.toArray());
    }

    public void address(Address value) {
        bytes32(value.bytes());
    }

    /** A byte that says whether there is one, and then the value. */
    public <T> void option(Option<T> value, BiConsumer<RecordWriter, T> spelling) {
        tag(value.isDefined() ? 1 : 0);
        value.forEach(there -> spelling.accept(this, there));
    }

    /** How many, and then each. */
    public <T> void list(Seq<T> values, BiConsumer<RecordWriter, T> spelling) {
        number(values.length());
        values.forEach(value -> spelling.accept(this, value));
    }
}
