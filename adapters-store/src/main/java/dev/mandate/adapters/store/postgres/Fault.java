package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.DamagedRow;
import dev.mandate.ports.journal.JournalDamagedException;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.JournalUnavailableException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/**
 * What an error of PostgreSQL means (Appendix A of its manual: the first two characters of a state are its class).
 *
 * @param effect what is known of the transaction that met it
 */
record Fault(SQLException cause, Effect effect, String detail) {

    /** There was no connection to begin on: the pool has already waited and tried for as long as it may. */
    static Fault withoutConnection(SQLException e) {
        return new Fault(e, Effect.NONE, "no connection: " + text(e));
    }

    /** Before COMMIT was sent: the server drops what the transaction wrote, if only because its connection is gone. */
    static Fault beforeCommit(SQLException e) {
        return new Fault(e, Effect.NONE, text(e));
    }

    /**
     * COMMIT was sent. An answer that says "rolled back", of class 40 or 23, is an answer; after anything else, above all
     * after silence, the commit may be there.
     */
    static Fault atCommit(SQLException e) {
        boolean rolledBack = isOfClass(e, "40") || isOfClass(e, "23");
        return new Fault(e, rolledBack ? Effect.NONE : Effect.UNKNOWN, "at the commit: " + text(e));
    }

    /** Why a store does not open. */
    static StoreProblem onOpening(String place, SQLException e) {
        return new StoreProblem.Unusable(place, text(e));
    }

    /**
     * Whether the same again may well succeed: somebody else was in the way (class 40: serialization, deadlock), or the
     * connection broke (08) or was ended by the server (57P01 to 57P03). Only of what had no effect.
     */
    boolean isWorthAnotherTry() {
        return effect == Effect.NONE
                && !(cause instanceof SQLTransientConnectionException)
                && (isOfClass(cause, "40") || isOfClass(cause, "08") || isOfClass(cause, "57P"));
    }

    /** Whether the connection leads to a server that has become a standby (25006): it is no longer of use. */
    boolean isOfStandby() {
        return isOfClass(cause, "25006");
    }

    /**
     * Whether the content that was written or read is at fault, and not the database's state: then others of the same
     * transaction have nothing to do with it. Classes 22 (data), 23 (constraints), 54 (limits); no state: what we read there.
     */
    static boolean isOfContent(JournalUnavailableException e) {
        return e instanceof JournalDamagedException
                || (e.getCause() instanceof SQLException sql
                        && !(sql instanceof SQLTransientConnectionException)
                        && (sql.getSQLState() == null || isOfClass(sql, "22") || isOfClass(sql, "23") || isOfClass(sql, "54")));
    }

    /** Whether the server reads and does not write: 25006, or 42501, for a role that may not. */
    static boolean isOfReadOnly(JournalUnavailableException e) {
        return e.getCause() instanceof SQLException sql && (isOfClass(sql, "25006") || isOfClass(sql, "42501"));
    }

    JournalUnavailableException exception() {
        return cause instanceof DamagedRow
                ? new JournalDamagedException(detail)
                : new JournalUnavailableException(effect, "PostgreSQL, " + detail, cause);
    }

    private static boolean isOfClass(SQLException e, String start) {
        String state = e.getSQLState();
        return state != null && state.startsWith(start);
    }

    private static String text(SQLException e) {
        String message = e.getMessage();
        String state = e.getSQLState();
        return (message == null ? e.toString() : message.replace('\n', ' ')) + (state == null ? "" : " (" + state + ")");
    }
}
