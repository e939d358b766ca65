package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import java.sql.SQLException;

/**
 * The right to be the only transaction that appends. Commits, checkpoints and migrations of all instances take it one at a
 * time, and release it when their transaction ends.
 *
 * <p>Positions need this. They order all events, readers follow them, a checkpoint covers everything up to one, and each
 * event's hash contains its own. So no position may become visible after a higher one. A database sequence does not guarantee
 * that: the transaction with the lower number may commit later, and a reader that follows the positions misses its events
 * forever. Readers could hold back events newer than the oldest open transaction, but then any forgotten transaction in the
 * database cluster would stop them. Therefore transactions that append run one at a time. PostgreSQL releases the lock only
 * after the commit is visible, on the disk, and on synchronous replicas. Commits that wait at an instance meanwhile share its
 * next transaction.
 *
 * <p>The turn is an advisory lock and not a counter in a row: it leaves no dead rows, and readers do not use it. Its key
 * contains the schema's object id, so that several journals in one database do not wait for each other.
 *
 * @param schemaId the object id of the journal's schema, as a signed number
 */
record AppendLock(int schemaId) {

    /** "MNDT": separates these locks from those of other applications, because advisory locks have no owner. */
    private static final int LOCK_CLASS = 0x4d4e4454;

    private static final String LOCK = "SELECT pg_advisory_xact_lock(?, ?)";

    /** Waits for the turn, which lasts until the session's transaction ends. Later statements see all earlier commits. */
    void take(PreparedConnection session) throws SQLException {
        session.run(LOCK, LOCK_CLASS, schemaId);
    }

    /** Adds {@link #take(PreparedConnection)} to {@code trip}. */
    void take(RoundTrip trip) {
        trip.run(LOCK, LOCK_CLASS, schemaId);
    }
}
