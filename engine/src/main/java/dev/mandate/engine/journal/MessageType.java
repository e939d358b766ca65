package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.util.Map;
import java.util.TreeMap;

/**
 * A type of messages with a content of their own.
 *
 * @param <T> a record
 */
public final class MessageType<T> {

    private final PayloadType<T> payload;

    private MessageType(PayloadType<T> payload) {
        this.payload = payload;
    }

    /** Messages of {@code name} that hold values of {@code type}. */
    public static <T> MessageType<T> of(String name, Class<T> type) {
        return new MessageType<>(new PayloadType<>(name, SchemaVersions.FIRST, Codecs.of(type)));
    }

    public String name() {
        return payload.name();
    }

    public Payload write(T value) {
        return payload.write(value);
    }

    public T read(OutboxMessage message) {
        return payload.read(message.payload(), "message about " + message.stream());
    }

    /** The JSON shape. */
    public Seq<String> format() {
        Map<String, String> named = new TreeMap<>();
        String own = "message " + payload.name() + ": " + payload.codec().shape(named);
        return Array.ofAll(named.entrySet()).map(shape -> "  " + shape.getKey() + ": " + shape.getValue()).prepend(own);
    }
}
