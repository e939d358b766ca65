package dev.mandate.ports.transfer;

import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A part of an account's transfers, newest first.
 *
 * @param items as many as requested, or fewer, since one call reads only so much of the chain
 * @param next the cursor of the next page; none at the end
 */
public record TransferPage(Array<Transfer> items, Option<TransferCursor> next) {

    public static final TransferPage EMPTY = new TransferPage(Array.empty(), Option.none());
}
