package dev.mandate.ports.api.custody;

import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * A page of an account's transactions, newest first.
 *
 * @param items existing transactions; closed ones no longer exist on the chain
 * @param next the value of {@code before} for the next page; none on the last page
 */
public record TransactionPage(Seq<TransactionView> items, Option<Long> next) {}
