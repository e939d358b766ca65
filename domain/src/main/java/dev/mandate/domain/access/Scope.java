package dev.mandate.domain.access;

import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Locale;

/** A use that an API key allows. No scope replaces a signer. */
public enum Scope {
    /** Read accounts, transactions, limits and submissions. */
    READ,
    /** Build unsigned transactions, and register accounts that are on the chain. */
    BUILD,
    /** Create accounts at the operator's cost. */
    CREATE,
    /** Submit signed transactions. */
    SUBMIT,
    /** Manage the tenant's own keys and webhooks; advance the clock of a simulated network. */
    ADMIN;

    /** Returns the scope's word in listings: {@code read}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the scope with this {@link #word}. */
    public static Option<Scope> of(String word) {
        return Array.of(values()).find(scope -> scope.word().equals(word));
    }
}
