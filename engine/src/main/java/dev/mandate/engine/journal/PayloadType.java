package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Payload;

/**
 * Converts values of one type to payloads and back.
 *
 * @param name of the payload's type
 * @param versions the newest is written, all are read
 * @param codec for its content
 */
record PayloadType<T>(String name, SchemaVersions versions, Codec<T> codec) {

    Payload write(T value) {
        StringBuilder out = new StringBuilder(256);
        codec.write(value, out);
        return new Payload(name, versions.newest(), out.toString());
    }

    /**
     * The value in {@code payload}.
     *
     * @param place where it was read, for the operator
     * @throws JournalDamagedException if the payload is not a value of this type
     */
    T read(Payload payload, Object place) {
        Payload newest = versions.upcast(payload, place);
        if (!newest.type().equals(name)) {
            throw new JournalDamagedException(place + " holds " + newest.type() + ", and no " + name);
        }
        try {
            return JsonReader.read(newest.content(), codec::read);
        } catch (IllegalArgumentException e) {
            throw new JournalDamagedException(place + " can't be read as " + name + ": " + e.getMessage());
        }
    }
}
