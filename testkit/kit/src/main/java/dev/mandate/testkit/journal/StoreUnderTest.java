package dev.mandate.testkit.journal;

import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** A store, and what a test can do to it. A store that can do more declares it, and is tested for it. */
public interface StoreUnderTest {

    /** Returns the store, which was empty at first. */
    JournalStore store();

    /** Stops the store and opens it again on what it kept; none if it keeps nothing. */
    default Option<JournalStore> reopen() {
        return Option.none();
    }

    /** Leaves the store without closing it, as a killed process does, and opens it again; none if a test cannot do this. */
    default Option<JournalStore> crash() {
        return Option.none();
    }

    /** Returns what makes all stored events unreadable beneath the open store, such as a hash cut off; none if a test cannot do this. */
    default Option<Runnable> damage() {
        return Option.none();
    }

    /** Returns the faults that a test can bring about beneath a commit. */
    default Array<CommitFault> faults() {
        return Array.empty();
    }

    /**
     * A fault beneath a commit.
     *
     * @param arm lets the next commit meet the fault, and no later one
     */
    record CommitFault(String name, Runnable arm) {}
}
