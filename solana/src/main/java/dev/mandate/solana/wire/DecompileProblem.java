package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;

/** Why a message's loaded keys cannot be resolved. */
public sealed interface DecompileProblem {

    /** A table that the message names was not given. */
    record TableMissing(Address table) implements DecompileProblem {}

    /** The message loads an entry that the table does not have. */
    record EntryMissing(Address table, int entry, int entries) implements DecompileProblem {}

    /**
     * A key is loaded although it is already a static or loaded key. The runtime refuses such a message (account loaded twice).
     *
     * @param entry zero-based, in the table
     */
    record LoadedTwice(Address key, Address table, int entry) implements DecompileProblem {}
}
