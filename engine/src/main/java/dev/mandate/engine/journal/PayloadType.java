package dev.mandate.engine.journal;

import dev.mandate.ports.journal.JournalDamagedException;
import dev.mandate.ports.journal.Payload;

/**
 * Values as payloads.
 *
 * @param name of the payload's type
 * @param codec for its content
 */
record PayloadType<T>(String name, Codec<T> codec) {

    /** Of every shape so far. A shape that changes takes the next version for its type, and keeps a reader for this one. */
    private static final int VERSION = 1;

    Payload write(T value) {
        StringBuilder out = new StringBuilder(256);
        codec.write(value, out);
        return new Payload(name, VERSION, out.toString());
    }

    /**
     * The value that {@code payload} holds.
     *
     * @param place where it was read, for the operator
     * @throws JournalDamagedException if it holds none of this type
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
