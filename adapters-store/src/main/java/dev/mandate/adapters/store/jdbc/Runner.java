package dev.mandate.adapters.store.jdbc;

/** Has work done on some connection of a store, and waits for it. */
@FunctionalInterface
public interface Runner {

    /**
     * What {@code work} has made.
     *
     * @throws dev.mandate.ports.journal.JournalUnavailableException if the database did not do it
     */
    <T> T run(SqlWork<T> work);
}
