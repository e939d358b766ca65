package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import java.sql.SQLException;

/**
 * Shows which journals are in use. Each connection that may write holds the lock together with the others, as long as it is open. A rewrite of all records
 * takes it alone. It is an advisory lock of the session, and its key has the schema's object id.
 */
final class PresenceLock {

    /** "MNDU": see {@link AppendLock}. */
    private static final String KEY = "(" + 0x4d4e4455 + ", (SELECT oid::int FROM pg_namespace WHERE nspname = current_schema()))";

    /** Waits while a rewrite runs, at most for the session's lock timeout. */
    static final String SHARED = "SELECT pg_advisory_lock_shared" + KEY;

    private static final String ALONE = "SELECT pg_advisory_lock" + KEY;
    /** A server needs a moment to end sessions that were closed. A rewrite that nobody waits for may pause for longer than a commit. */
    private static final String PATIENCE = "SELECT set_config('lock_timeout', '2000', false),"
            + " set_config('idle_in_transaction_session_timeout', '60000', false)";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private PresenceLock() {}

    /** Takes it alone, unless another session has it. */
    static boolean takeAlone(PreparedConnection session) throws SQLException {
        session.run(PATIENCE);
        try {
            session.run(ALONE);
            return true;
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }
}
