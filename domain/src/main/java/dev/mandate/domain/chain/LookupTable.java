package dev.mandate.domain.chain;

import io.vavr.collection.IndexedSeq;

/**
 * An on-chain address lookup table, by which a version 0 message names an account in one byte instead of 32.
 *
 * @param table the table account
 * @param entries what it holds, in its order; at most 256
 */
public record LookupTable(Address table, IndexedSeq<Address> entries) {}
