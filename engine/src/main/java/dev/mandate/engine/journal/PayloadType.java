package dev.mandate.engine.journal;

import dev.mandate.ports.journal.JournalDamagedException;
import dev.mandate.ports.journal.Payload;

/**
 * Converts values of one type to payloads and back.
 *
 * @param name of the payload's type
 * @param codec for its content
 */
record PayloadType<T>(String name, Codec<T> codec) {

    /**
     * The schema version of every type so far. A type whose shape changes takes the next version and keeps a reader for this
     * one.
     */
    private static final int VERSION = 1;

    Payload write(T value) {
        StringBuilder out = new StringBuilder(256);
        codec.write(value, out);
        return new Payload(name, VERSION, out.toString());
    }

    /**
     * The value in {@code payload}.
     *
     * @param place where it was read, for the operator
     * @throws JournalDamagedException if the payload is not a value of this type
     */
    T read(Payload payload, Object place) {
        if (!payload.type().equals(name) || payload.schemaVersion() != VERSION) {
            throw new JournalDamagedException(
                    place + " holds " + payload.type() + " of version " + payload.schemaVersion() + ", and no " + name + " of " + VERSION);
        }
        try {
            return JsonReader.read(RecordMac.bare(payload).content(), codec::read);
        } catch (IllegalArgumentException e) {
            throw new JournalDamagedException(place + " can't be read as " + name + ": " + e.getMessage());
        }
    }
}
