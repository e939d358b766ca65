package dev.mandate.ports.spi.journal;

import io.vavr.control.Option;

/**
 * Selects a page of rows of one kind.
 *
 * @param kind a word as in {@link StreamId#kind}
 * @param prefix selects keys that start with it; empty selects all
 * @param afterKey the last key of the previous page; none for the first page
 * @param limit the maximum number of rows, 1 to {@link Journal#MAX_PAGE}
 */
public record RowScan(String kind, String prefix, Option<String> afterKey, int limit) {

    public RowScan {
        JournalNames.requireWord("row kind", kind);
        JournalNames.requireKeyPart("prefix", prefix);
        afterKey.forEach(key -> JournalNames.requireKey("row key", key));
        Page.requireLimit(limit);
    }

    /** Selects the first rows of {@code kind}. */
    public static RowScan of(String kind, int limit) {
        return new RowScan(kind, "", Option.none(), limit);
    }

    /** Selects only rows whose keys start with {@code prefix}. */
    public RowScan startingWith(String prefix) {
        return new RowScan(kind, prefix, afterKey, limit);
    }

    /** Selects only rows above {@code key}. A row with this key need not exist. */
    public RowScan after(String key) {
        return new RowScan(kind, prefix, Option.some(key), limit);
    }
}
