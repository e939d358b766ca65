package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.DamagedRow;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.postgresql.util.PSQLException;

/**
 * Classifies an error of PostgreSQL by its SQLSTATE (Appendix A of the PostgreSQL manual). The first two characters are the
 * class.
 *
 * @param effect whether the failed transaction took effect
 */
record Fault(SQLException cause, Effect effect, String detail) {

    /** No connection was available. The pool has already waited and retried for its full timeout. */
    static Fault withoutConnection(SQLException e) {
        return new Fault(e, Effect.NONE, "no connection: " + text(e));
    }

    /**
     * The fault occurred before COMMIT was sent. The server rolls the transaction back, at the latest when the connection is
     * lost.
     */
    static Fault beforeCommit(SQLException e) {
        return new Fault(e, Effect.NONE, text(e));
    }

    /**
     * The fault occurred after COMMIT was sent, together with the statements before it. An error of a statement means that the
     * server skipped COMMIT, and rolls back. Without an answer the commit may have taken effect. So it may have with the
     * error of a cancelled statement (57), because the server may look for that after the commit; with that of a pooler for
     * a connection that it lost (08); and if the connection broke after the error, because an error within a commit is a panic.
     */
    static Fault atCommit(SQLException e) {
        boolean isOfStatement = Array.of("22", "23", "40", "54").exists(of -> isOfClass(e, of)) || isPlainError(e);
        boolean rolledBack = isOfStatement && !isOfClass(e, "08") && !isOfClass(e, "57") && e.getNextException() == null;
        return new Fault(e, rolledBack ? Effect.NONE : Effect.UNKNOWN, "at the commit: " + text(e));
    }

    /** The severity is in the server's language. In another than English the effect of a plain error is unknown, too. */
    private static boolean isPlainError(SQLException e) {
        return e instanceof PSQLException answered
                && Option.of(answered.getServerErrorMessage()).exists(message -> "ERROR".equals(message.getSeverity()));
    }

    /** Why a store does not open. */
    static StoreProblem onOpening(String place, SQLException e) {
        return isOfDamage(e) ? new StoreProblem.Damaged(place, text(e)) : new StoreProblem.Unusable(place, text(e));
    }

    /** Whether a page of a table or an index can't be read (XX001, XX002). */
    private static boolean isOfDamage(SQLException e) {
        return isOfClass(e, "XX001") || isOfClass(e, "XX002");
    }

    /**
     * Whether a retry may succeed: another transaction was in conflict (class 40: serialization, deadlock), the connection
     * broke (08), or the server ended it (57P01 to 57P03). Only for work without effect.
     */
    boolean isWorthAnotherTry() {
        return effect == Effect.NONE
                && !(cause instanceof SQLTransientConnectionException)
                && (isOfClass(cause, "40") || isOfClass(cause, "08") || isOfClass(cause, "57P"));
    }

    /** Whether the server has become a standby (25006). Then the connection is no longer useful. */
    boolean isOfStandby() {
        return isOfClass(cause, "25006");
    }

    /**
     * Whether the written or read content caused the fault, and not the database's state. Then the other commits of the
     * transaction are not affected. These are classes 22 (data), 23 (constraints), 54 (limits), and errors without a state:
     * stored rows that are damaged.
     */
    static boolean isOfContent(JournalUnavailableException e) {
        return e instanceof JournalDamagedException
                || (e.effect() == Effect.NONE
                        && e.getCause() instanceof SQLException sql
                        && !(sql instanceof SQLTransientConnectionException)
                        && (sql.getSQLState() == null || isOfClass(sql, "22") || isOfClass(sql, "23") || isOfClass(sql, "54")));
    }

    /** Whether writes are not allowed: the server is read only (25006), or the role may not write (42501). */
    static boolean isOfReadOnly(JournalUnavailableException e) {
        return e.getCause() instanceof SQLException sql && (isOfClass(sql, "25006") || isOfClass(sql, "42501"));
    }

    JournalUnavailableException exception() {
        return cause instanceof DamagedRow || isOfDamage(cause)
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
