package dev.mandate.ports.api.transfer;

import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A page of an account's transfers, newest first. Of an account with many token accounts they are listed in several groups, each newest first.
 *
 * @param items at most as many as requested; fewer if one call would have to read too much of the chain, and at the end of a group
 * @param next the cursor of the next page; none on the last page
 */
public record TransferPage(Array<TransferEntry> items, Option<TransferCursor> next) {

    public static final TransferPage EMPTY = new TransferPage(Array.empty(), Option.none());

    /** The entries that could be read. */
    public Array<Transfer> transfers() {
        return items.flatMap(entry -> entry instanceof Transfer transfer ? Option.some(transfer) : Option.<Transfer>none());
    }
}
