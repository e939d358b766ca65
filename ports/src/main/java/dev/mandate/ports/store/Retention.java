package dev.mandate.ports.store;

import dev.mandate.domain.kernel.UnixTime;

/** Removes expired content: answers to requests, and rows with an expiry. Events stay. */
public interface Retention {

    /**
     * Removes answers and rows that have expired by {@code now}, at most {@code limit} of each kind in one call, so that other
     * calls need not wait. Safe from several threads.
     *
     * @param limit 1 to {@link dev.mandate.ports.journal.Journal#MAX_PAGE}
     */
    Removed removeExpired(UnixTime now, int limit);
}
