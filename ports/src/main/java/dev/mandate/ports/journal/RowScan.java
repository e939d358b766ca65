package dev.mandate.ports.journal;

import io.vavr.control.Option;

/**
 * Asks for a page of rows of one kind.
 *
 * @param kind a word as in {@link StreamId#kind}
 * @param prefix how their keys begin; empty for all
 * @param afterKey the last key of the page before; none for the first page
 * @param limit how many at most, 1 to {@link Journal#MAX_PAGE}
 */
public record RowScan(String kind, String prefix, Option<String> afterKey, int limit) {

    public RowScan {
        JournalNames.requireWord("row kind", kind);
        JournalNames.requireKeyPart("prefix", prefix);
        afterKey.forEach(key -> JournalNames.requireKey("row key", key));
        Page.requireLimit(limit);
    }

    /** The first rows of {@code kind}. */
    public static RowScan of(String kind, int limit) {
        return new RowScan(kind, "", Option.none(), limit);
    }

    /** Only rows whose keys begin with {@code prefix}. */
    public RowScan startingWith(String prefix) {
        return new RowScan(kind, prefix, afterKey, limit);
    }

    /** Only rows beyond {@code key}, which need not be there (any more). */
    public RowScan after(String key) {
        return new RowScan(kind, prefix, Option.some(key), limit);
    }
}
