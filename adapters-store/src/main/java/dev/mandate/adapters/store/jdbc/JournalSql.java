package dev.mandate.adapters.store.jdbc;

import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads of the journal. Each is a single statement and so sees a consistent snapshot. {@link
 * dev.mandate.ports.spi.journal.JournalReader} defines the results.
 */
public final class JournalSql {

    /** Sorts after every character that a key may contain. */
    private static final String BEYOND_ASCII = "\u007f";

    private static final String ROWS_FROM =
            "SELECT * FROM state_row WHERE kind = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?";
    private static final String ROWS_AFTER =
            "SELECT * FROM state_row WHERE kind = ? AND key > ? AND key < ? ORDER BY key LIMIT ?";

    /** One row, also if there is no state_row. Columns are read by number here: to find them by name takes longer than the rest. */
    public static final String VERSIONED_ROW = "SELECT (SELECT version FROM event WHERE stream_kind = ? AND stream_id = ?"
            + " ORDER BY version DESC LIMIT 1) AS newest, state_row.* FROM (SELECT 1) AS always LEFT JOIN state_row ON kind = ? AND key = ?";

    private JournalSql() {}

    public static long version(PreparedConnection session, StreamId stream) throws SQLException {
        return session.first(
                        "SELECT version FROM event WHERE stream_kind = ? AND stream_id = ?"
                                + " ORDER BY version DESC LIMIT 1",
                        row -> row.getLong(1),
                        stream.kind(),
                        stream.id())
                .getOrElse(0L);
    }

    /** The last event of {@code stream}; none if it has no events. */
    static Option<StreamHead> head(PreparedConnection session, StreamId stream) throws SQLException {
        return session.first(
                "SELECT stream_kind, stream_id, version, position, hash FROM event"
                        + " WHERE stream_kind = ? AND stream_id = ? ORDER BY version DESC LIMIT 1",
                Columns::head,
                stream.kind(),
                stream.id());
    }

    public static Page<RecordedEvent> stream(PreparedConnection session, StreamId stream, long afterVersion, int limit)
            throws SQLException {
        return page(limit, session.query(
                "SELECT * FROM event WHERE stream_kind = ? AND stream_id = ? AND version > ? ORDER BY version LIMIT ?",
                Columns::event,
                stream.kind(),
                stream.id(),
                afterVersion,
                limit + 1));
    }

    public static Page<RecordedEvent> events(PreparedConnection session, long afterPosition, int limit) throws SQLException {
        return page(limit, session.query(
                "SELECT * FROM event WHERE position > ? ORDER BY position LIMIT ?",
                Columns::event,
                afterPosition,
                limit + 1));
    }

    public static Option<Row> row(PreparedConnection session, RowKey key) throws SQLException {
        return session.first(
                "SELECT * FROM state_row WHERE kind = ? AND key = ?", Columns::row, key.kind(), key.key());
    }

    public static VersionedRow versioned(PreparedConnection session, RowKey key) throws SQLException {
        return session.first(VERSIONED_ROW, JournalSql::versioned, bound(key)).get();
    }

    /** Reads the result of {@link #VERSIONED_ROW}. */
    public static VersionedRow versioned(ResultSet row) throws SQLException {
        long version = row.getLong(1);
        return new VersionedRow(row.getString(2) == null ? Option.none() : Option.some(Columns.row(row)), version);
    }

    /** The parameters of {@link #VERSIONED_ROW}. */
    public static Object[] bound(RowKey key) {
        return new Object[] {key.kind(), key.key(), key.kind(), key.key()};
    }

    public static Page<Row> rows(PreparedConnection session, RowScan scan) throws SQLException {
        // Use a single lower bound: with two, SQLite starts at the lower one and scans up to the other.
        Option<String> after = scan.afterKey().filter(key -> key.compareTo(scan.prefix()) >= 0);
        return page(scan.limit(), session.query(
                after.isDefined() ? ROWS_AFTER : ROWS_FROM,
                Columns::row,
                scan.kind(),
                after.getOrElse(scan.prefix()),
                scan.prefix() + BEYOND_ASCII,
                scan.limit() + 1));
    }

    public static Option<IdempotencyRecord> answered(PreparedConnection session, RequestKey key) throws SQLException {
        return session.first(
                "SELECT * FROM answer WHERE scope = ? AND key = ?", Columns::answer, key.scope(), key.key());
    }

    /** The rows of all kinds above {@code after}. */
    public static Page<Row> allRows(PreparedConnection session, Option<RowKey> after, int limit) throws SQLException {
        return page(limit, session.query(
                "SELECT * FROM state_row WHERE (kind, key) > (?, ?) ORDER BY kind, key LIMIT ?",
                Columns::row,
                after.map(RowKey::kind).getOrElse(""),
                after.map(RowKey::key).getOrElse(""),
                limit + 1));
    }

    /** The answers above {@code after}, expired ones included. */
    public static Page<IdempotencyRecord> answers(PreparedConnection session, Option<RequestKey> after, int limit) throws SQLException {
        return page(limit, session.query(
                "SELECT * FROM answer WHERE (scope, key) > (?, ?) ORDER BY scope, key LIMIT ?",
                Columns::answer,
                after.map(RequestKey::scope).getOrElse(""),
                after.map(RequestKey::key).getOrElse(""),
                limit + 1));
    }

    /** Builds a page from a query with limit + 1: the additional item shows that there are more. */
    static <T> Page<T> page(int limit, Array<T> found) {
        return new Page<>(found.take(limit), found.size() > limit);
    }
}
