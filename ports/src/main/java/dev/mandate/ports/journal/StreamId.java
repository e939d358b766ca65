package dev.mandate.ports.journal;

/**
 * Names a stream: the history of one thing.
 *
 * @param kind what sort of thing, such as {@code smart-account}: up to 64 lower-case letters, digits and hyphens, a letter
 *     first
 * @param id which one: 1 to 256 printable ASCII characters, no blanks
 */
public record StreamId(String kind, String id) {

    public StreamId {
        JournalNames.requireWord("stream kind", kind);
        JournalNames.requireKey("stream id", id);
    }

    /** Kind and id, parted by a slash. */
    @Override
    public String toString() {
        return kind + "/" + id;
    }
}
