package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Session;
import java.sql.SQLException;

/**
 * The right to be the only transaction that appends: commits, checkpoints and migrations of all instances take it, one after
 * the other, and give it back when they have committed or failed.
 *
 * <p>Positions are why. They order all events, readers follow them, checkpoints cover everything up to one, and each is part
 * of its event's hash; so no position may become visible after a higher one. A sequence does not see to that: of two
 * transactions the one with the lower number may commit later, and who follows the positions misses it for good. Readers could
 * hold back what is newer than the oldest open transaction, but then any forgotten transaction in the whole cluster would hold
 * them up. So transactions that append are one after the other, PostgreSQL lets go of the lock only once the commit is visible
 * (and on the disk, and on synchronous replicas), and what waits at an instance meanwhile shares its next transaction.
 *
 * <p>An advisory lock, and not a counter in a row: it leaves no dead rows behind, and readers never meet it. It is named after
 * the schema's object id, so that several journals in one database don't wait for each other.
 *
 * @param schemaId the object id of the journal's schema, as a signed number
 */
record Turn(int schemaId) {

    /** "MNDT": advisory locks have no owner, and another application's must not be ours. */
    private static final int LOCK_CLASS = 0x4d4e4454;

    private static final String LOCK = "SELECT pg_advisory_xact_lock(?, ?)";

    /** Waits for the turn, which lasts until the session's transaction ends. Statements that follow see all that was before. */
    void take(Session session) throws SQLException {
        session.run(LOCK, LOCK_CLASS, schemaId);
    }

    /** As {@link #take(Session)}, on the way of {@code trip}. */
    void take(RoundTrip trip) {
        trip.run(LOCK, LOCK_CLASS, schemaId);
    }
}
