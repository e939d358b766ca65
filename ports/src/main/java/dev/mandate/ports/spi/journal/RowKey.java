package dev.mandate.ports.spi.journal;

import java.util.Comparator;

/**
 * Identifies a row. Rows of a kind are ordered by key, character by character.
 *
 * @param kind a word as in {@link StreamId#kind}
 * @param key 1 to 256 printable ASCII characters, no blanks
 */
public record RowKey(String kind, String key) implements Comparable<RowKey> {

    private static final Comparator<RowKey> ORDER = Comparator.comparing(RowKey::kind).thenComparing(RowKey::key);

    public RowKey {
        JournalNames.requireWord("row kind", kind);
        JournalNames.requireKey("row key", key);
    }

    @Override
    public int compareTo(RowKey other) {
        return ORDER.compare(this, other);
    }

    /** Kind and key, separated by a slash. */
    @Override
    public String toString() {
        return kind + "/" + key;
    }
}
