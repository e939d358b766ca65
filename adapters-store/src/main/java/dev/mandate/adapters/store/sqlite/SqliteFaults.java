package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.DamagedRow;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Classifies the errors of SQLite (sqlite.org/rescode.html). */
final class SqliteFaults {

    private static final int PRIMARY = 0xff;

    private SqliteFaults() {}

    private static String text(SQLException e) {
        if (isOneOf(e, SQLiteErrorCode.SQLITE_NOTADB)) {
            return "journal.db is not a database of SQLite";
        }
        if (isOneOf(e, SQLiteErrorCode.SQLITE_CORRUPT)) {
            return "SQLite cannot read a page of journal.db";
        }
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }

    private static int primaryCode(SQLException e) {
        return e instanceof SQLiteException sqlite ? sqlite.getResultCode().code & PRIMARY : -1;
    }

    private static boolean isOneOf(SQLException e, SQLiteErrorCode... codes) {
        int primary = primaryCode(e);
        for (SQLiteErrorCode code : codes) {
            if (code.code == primary) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDamage(SQLException e) {
        return isOneOf(e, SQLiteErrorCode.SQLITE_NOTADB, SQLiteErrorCode.SQLITE_CORRUPT);
    }

    /**
     * Whether the written or read content caused the fault, and not the store. Then the other tasks of the transaction are not
     * affected.
     */
    static boolean isOfContent(SQLException e) {
        return e instanceof DamagedRow
                || isOneOf(
                        e, SQLiteErrorCode.SQLITE_CONSTRAINT, SQLiteErrorCode.SQLITE_MISMATCH, SQLiteErrorCode.SQLITE_TOOBIG);
    }

    /** A statement. */
    interface Statement {
        void run() throws SQLException;
    }

    /** Whether other connections keep {@code statement} from its lock. */
    static boolean isBusy(Statement statement) throws SQLException {
        try {
            statement.run();
            return false;
        } catch (SQLException e) {
            if (isOneOf(e, SQLiteErrorCode.SQLITE_BUSY)) {
                return true;
            }
            throw e;
        }
    }

    /** Why a file does not open. */
    static StoreProblem onOpening(String place, SQLException e) {
        return isDamage(e)
                ? new StoreProblem.Damaged(place, text(e))
                : new StoreProblem.Unusable(place, text(e));
    }

    /** A statement failed. Its transaction is rolled back. */
    static JournalUnavailableException beforeCommit(SQLException e) {
        return e instanceof DamagedRow || isDamage(e)
                ? new JournalDamagedException(text(e))
                : new JournalUnavailableException(Effect.NONE, "SQLite: " + text(e), e);
    }

    /**
     * The commit itself failed. On a full disk its last page is incomplete, and recovery drops it. After any other fault the
     * commit may have taken effect when the file is opened again.
     */
    static JournalUnavailableException atCommit(SQLException e) {
        Effect effect = hasNoEffect(e) ? Effect.NONE : Effect.UNKNOWN;
        return new JournalUnavailableException(effect, "SQLite, at the commit: " + e.getMessage(), e);
    }

    /** A connection does not close. Every write was finished before. */
    static JournalUnavailableException onClosing(SQLException e) {
        return new JournalUnavailableException(Effect.NONE, "SQLite does not close: " + e.getMessage(), e);
    }

    static boolean hasNoEffect(SQLException e) {
        return isOneOf(e, SQLiteErrorCode.SQLITE_FULL, SQLiteErrorCode.SQLITE_BUSY);
    }
}
