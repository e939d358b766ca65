package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;

/** Why a message's loaded keys can't be told. */
public sealed interface DecompileProblem {

    /** A table that the message names is not among those given. */
    record TableMissing(Address table) implements DecompileProblem {}

    /** The message loads an entry that the table doesn't have. */
    record EntryMissing(Address table, int entry, int entries) implements DecompileProblem {}

    /**
     * A key that is loaded though it is there already, static or loaded; the runtime refuses it as an account loaded twice.
     *
     * @param entry zero-based, in the table
     */
    record LoadedTwice(Address key, Address table, int entry) implements DecompileProblem {}
}
