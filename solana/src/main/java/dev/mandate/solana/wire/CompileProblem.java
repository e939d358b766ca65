package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;

/** Why a message cannot be compiled. */
public sealed interface CompileProblem {

    /**
     * The transaction exceeds the network's limit.
     *
     * @param length in bytes, of the whole transaction with its signature slots
     */
    record TooLong(int length, int limit) implements CompileProblem {}

    /** There are more keys, loaded ones included, than a one-byte index can address. */
    record TooManyKeys(int keys, int limit) implements CompileProblem {}

    /**
     * An instruction calls the fee payer as a program; the runtime refuses this.
     *
     * @param instruction zero-based
     */
    record FeePayerInvoked(int instruction) implements CompileProblem {}

    /** A lookup table has more entries than a one-byte index can address. No such table exists on the chain. */
    record LookupTableTooLong(Address table, int entries) implements CompileProblem {}
}
