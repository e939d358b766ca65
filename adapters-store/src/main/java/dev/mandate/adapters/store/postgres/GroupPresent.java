package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Columns;
import dev.mandate.adapters.store.jdbc.Present;
import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.audit.StreamHead;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.IdempotencyKey;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamAppend;
import dev.mandate.ports.journal.StreamId;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What the commits of a group are decided on: the store as their transaction finds it, read with one statement for each kind
 * of thing however many commits there are, and then as each commit leaves it to the next.
 */
final class GroupPresent implements Present {

    private static final String PREREQUISITE_MISSING = "55000";
    private static final String POSITION = "SELECT COALESCE((SELECT MAX(position) FROM event), 0),"
            + " (SELECT MAX(number) FROM migration)";
    private static final String ANSWERS = "SELECT found.* FROM unnest(?, ?) AS asked (scope, key) CROSS JOIN LATERAL"
            + " (SELECT * FROM answer WHERE answer.scope = asked.scope AND answer.key = asked.key LIMIT 1) AS found";
    private static final String HEADS = "SELECT found.* FROM unnest(?, ?) AS asked (kind, id) CROSS JOIN LATERAL"
            + " (SELECT stream_kind, stream_id, version, position, hash FROM event WHERE stream_kind = asked.kind"
            + " AND stream_id = asked.id ORDER BY version DESC LIMIT 1) AS found";
    private static final String ROWS = "SELECT found.* FROM unnest(?, ?) AS asked (kind, key) CROSS JOIN LATERAL"
            + " (SELECT * FROM state_row WHERE state_row.kind = asked.kind AND state_row.key = asked.key LIMIT 1) AS found";

    private final Map<IdempotencyKey, IdempotencyRecord> answers = new HashMap<>();
    private final Map<StreamId, StreamHead> heads = new HashMap<>();
    /** Only of keys that are to be inserted: nothing else asks for rows. */
    private final Map<RowKey, Row> rows = new HashMap<>();
    private long position;

    private GroupPresent(long position) {
        this.position = position;
    }

    /** What {@code group} asks for, in the session's transaction, whose turn it must be. */
    static GroupPresent read(Session session, Seq<Commit> group) throws SQLException {
        GroupPresent present = new GroupPresent(session.first(POSITION, GroupPresent::position).getOrElse(0L));
        Seq<IdempotencyKey> keys = group.flatMap(Commit::answer).map(IdempotencyRecord::key);
        Seq<StreamId> streams = group.flatMap(Commit::appends).map(StreamAppend::stream);
        Seq<RowKey> inserted =
                group.flatMap(Commit::rows).filter(RowChange.Insert.class::isInstance).map(RowChange::key);
        ask(session, ANSWERS, Columns::answer, keys, IdempotencyKey::scope, IdempotencyKey::key)
                .forEach(answer -> present.answers.put(answer.key(), answer));
        ask(session, HEADS, Columns::head, streams, StreamId::kind, StreamId::id)
                .forEach(head -> present.heads.put(head.stream(), head));
        ask(session, ROWS, Columns::row, inserted, RowKey::kind, RowKey::key)
                .forEach(row -> present.rows.put(row.key(), row));
        return present;
    }

    /** A newer version may have migrated the schema since we opened it; what that takes we can't know. */
    private static long position(ResultSet row) throws SQLException {
        int schema = row.getInt(2);
        if (schema != Schema.MIGRATIONS.size()) {
            throw new SQLException(
                    "the schema is number " + schema + " by now, and this version knows " + Schema.MIGRATIONS.size(),
                    PREREQUISITE_MISSING);
        }
        return row.getLong(1);
    }

    private static <K, T> Vector<T> ask(
            Session session,
            String sql,
            Session.Mapper<T> mapper,
            Seq<K> keys,
            Function<K, String> first,
            Function<K, String> second)
            throws SQLException {
        Seq<K> distinct = keys.distinct();
        return distinct.isEmpty()
                ? Vector.empty()
                : session.query(
                        sql,
                        mapper,
                        distinct.map(first).toJavaArray(String[]::new),
                        distinct.map(second).toJavaArray(String[]::new));
    }

    private static <K, V> Option<V> find(Map<K, V> map, K key) {
        V found = map.get(key);
        return found == null ? Option.none() : Option.some(found);
    }

    @Override
    public Option<IdempotencyRecord> answered(IdempotencyKey key, UnixTime now) {
        return find(answers, key).filter(record -> record.isAlive(now));
    }

    @Override
    public Option<StreamHead> head(StreamId stream) {
        return find(heads, stream);
    }

    @Override
    public Option<Row> row(RowKey key) {
        return find(rows, key);
    }

    @Override
    public long position() {
        return position;
    }

    /** The present after {@code commit}, which has brought {@code events}. */
    void follow(Commit commit, Seq<RecordedEvent> events) {
        for (RecordedEvent event : events) {
            heads.put(event.stream(), new StreamHead(event.stream(), event.version(), event.hash()));
            position = event.position();
        }
        commit.answer().forEach(answer -> answers.put(answer.key(), answer));
        for (RowChange change : commit.rows()) {
            Option<Row> result = change.result();
            if (result.isDefined()) {
                rows.put(change.key(), result.get());
            } else {
                rows.remove(change.key());
            }
        }
    }
}
