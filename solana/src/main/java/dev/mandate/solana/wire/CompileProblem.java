package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;

/** Why a message can't be sent. */
public sealed interface CompileProblem {

    /**
     * Longer than the network carries.
     *
     * @param length in bytes, of the whole transaction with its signature slots
     */
    record TooLong(int length, int limit) implements CompileProblem {}

    /** More keys, loaded ones included, than a one-byte index reaches. */
    record TooManyKeys(int keys, int limit) implements CompileProblem {}

    /**
     * An instruction calls the fee payer, which the runtime refuses.
     *
     * @param instruction zero-based
     */
    record FeePayerInvoked(int instruction) implements CompileProblem {}

    /** A lookup table with more entries than a one-byte index reaches: there is none such on the chain. */
    record LookupTableTooLong(Address table, int entries) implements CompileProblem {}
}
