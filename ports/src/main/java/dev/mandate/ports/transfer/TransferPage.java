package dev.mandate.ports.transfer;

import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A part of an account's transfers, newest first.
 *
 * @param items as many as were asked for, or fewer: what one question looks at has a limit
 * @param next what to ask for the part after this one; none at the end
 */
public record TransferPage(Array<Transfer> items, Option<TransferCursor> next) {

    public static final TransferPage EMPTY = new TransferPage(Array.empty(), Option.none());
}
