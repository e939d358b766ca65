package dev.mandate.domain.chain;

import io.vavr.collection.IndexedSeq;

/**
 * An on-chain address lookup table. With it a version 0 message names an account in one byte instead of 32.
 *
 * @param table the table account
 * @param entries in the table's order; at most 256
 */
public record LookupTable(Address table, IndexedSeq<Address> entries) {}
