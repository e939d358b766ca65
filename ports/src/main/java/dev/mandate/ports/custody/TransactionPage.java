package dev.mandate.ports.custody;

import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * A part of an account's transactions, newest first.
 *
 * @param items those that are there; of transactions that were closed nothing is left to show
 * @param next what to ask {@code before} of for the part after this one; none at the end
 */
public record TransactionPage(Seq<TransactionView> items, Option<Long> next) {}
