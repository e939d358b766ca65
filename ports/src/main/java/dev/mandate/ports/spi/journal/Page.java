package dev.mandate.ports.spi.journal;

import io.vavr.collection.Seq;

/**
 * One page of a longer list. The next page starts after the last item.
 *
 * @param items in order
 * @param hasMore whether more items existed when this page was read
 */
public record Page<T>(Seq<T> items, boolean hasMore) {

    /**
     * Checks a page size.
     *
     * @throws IllegalArgumentException unless it is 1 to {@link Journal#MAX_PAGE}
     */
    public static void requireLimit(int limit) {
        if (limit < 1 || limit > Journal.MAX_PAGE) {
            throw new IllegalArgumentException("a page holds 1 to " + Journal.MAX_PAGE + " items, not " + limit);
        }
    }
}
