package dev.mandate.ports.store;

import dev.mandate.domain.kernel.UnixTime;

/** Removes expired answers and expired rows. Events are never removed. */
public interface Retention {

    /**
     * Removes answers and rows that have expired by {@code now}, at most {@code limit} of each in one call. The limit keeps
     * other calls from waiting. Safe from several threads.
     *
     * @param limit 1 to {@link dev.mandate.ports.journal.Journal#MAX_PAGE}
     */
    Removed removeExpired(UnixTime now, int limit);
}
