package dev.mandate.ports.spi.journal;

/**
 * Identifies a stream: all events of one entity.
 *
 * @param kind the type of the entity, such as {@code smart-account}: up to 64 lower-case letters, digits and hyphens, starting
 *     with a letter
 * @param id the entity: 1 to 256 printable ASCII characters, no blanks
 */
public record StreamId(String kind, String id) {

    public StreamId {
        JournalNames.requireWord("stream kind", kind);
        JournalNames.requireKey("stream id", id);
    }

    /** Kind and id, separated by a slash. */
    @Override
    public String toString() {
        return kind + "/" + id;
    }
}
