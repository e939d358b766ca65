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

    /** There are more keys, loaded ones included, than a one-byte index can address, or than version 1 allows. */
    record TooManyKeys(int keys, int limit) implements CompileProblem {}

    /** More signers than version 1 allows, the payer included. */
    record TooManySigners(int signers, int limit) implements CompileProblem {}

    /** More instructions than version 1 allows. */
    record TooManyInstructions(int instructions, int limit) implements CompileProblem {}

    /**
     * An instruction names more accounts than version 1 can count.
     *
     * @param instruction zero-based
     */
    record TooManyInstructionAccounts(int instruction, int accounts, int limit) implements CompileProblem {}

    /**
     * An instruction calls the fee payer as a program; the runtime refuses this.
     *
     * @param instruction zero-based
     */
    record FeePayerInvoked(int instruction) implements CompileProblem {}

    /** A lookup table has more entries than a one-byte index can address. No such table exists on the chain. */
    record LookupTableTooLong(Address table, int entries) implements CompileProblem {}
}
