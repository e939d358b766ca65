package dev.mandate.adapters.store.jdbc;

/** Executes work on a connection of the store and waits for the result. */
@FunctionalInterface
public interface Runner {

    /**
     * Returns the result of {@code work}.
     *
     * @throws dev.mandate.ports.spi.journal.JournalUnavailableException if the database failed
     */
    <T> T run(SqlWork<T> work);
}
