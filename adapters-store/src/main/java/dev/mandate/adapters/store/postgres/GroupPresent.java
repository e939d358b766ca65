package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Columns;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.Present;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The state on which a group of commits is decided. One round trip reads the store for the whole group. Each commit then sees
 * the effects of the earlier ones.
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

    private final Map<RequestKey, IdempotencyRecord> answers = new HashMap<>();
    private final Map<StreamId, StreamHead> heads = new HashMap<>();
    /** Only for keys that the group inserts: no decision reads other rows. */
    private final Map<RowKey, Row> rows = new HashMap<>();
    private long position;

    private GroupPresent() {}

    /** Takes the turn, which lasts until the session's transaction ends, and reads the state that {@code group} depends on. */
    static GroupPresent read(PreparedConnection session, AppendLock turn, Seq<Commit> group) throws SQLException {
        GroupPresent present = new GroupPresent();
        RoundTrip trip = new RoundTrip();
        turn.take(trip);
        trip.ask(POSITION, GroupPresent::position, position -> present.position = position);
        Seq<RequestKey> keys = group.flatMap(Commit::answer).map(IdempotencyRecord::key);
        Seq<StreamId> streams = group.flatMap(Commit::appends).map(StreamAppend::stream);
        Seq<RowKey> inserted =
                group.flatMap(Commit::rows).filter(RowChange.Insert.class::isInstance).map(RowChange::key);
        ask(trip, ANSWERS, keys, RequestKey::scope, RequestKey::key, Columns::answer, answer ->
                present.answers.put(answer.key(), answer));
        ask(trip, HEADS, streams, StreamId::kind, StreamId::id, Columns::head, head ->
                present.heads.put(head.stream(), head));
        ask(trip, ROWS, inserted, RowKey::kind, RowKey::key, Columns::row, row -> present.rows.put(row.key(), row));
        trip.go(session);
        return present;
    }

    /**
     * A newer version may have migrated the schema after this store was opened. This version cannot know the new schema's
     * rules.
     */
    private static long position(ResultSet row) throws SQLException {
        int schema = row.getInt(2);
        if (schema != Schema.MIGRATIONS.size()) {
            throw new SQLException(
                    "the schema is number " + schema + " by now, and this version knows " + Schema.MIGRATIONS.size(),
                    PREREQUISITE_MISSING);
        }
        return row.getLong(1);
    }

    private static <K, T> void ask(
            RoundTrip trip,
            String sql,
            Seq<K> keys,
            Function<K, String> first,
            Function<K, String> second,
            PreparedConnection.Mapper<T> mapper,
            Consumer<T> found) {
        Seq<K> distinct = keys.distinct();
        if (!distinct.isEmpty()) {
            trip.ask(
                    sql,
                    mapper,
                    found,
                    distinct.map(first).toJavaArray(String[]::new),
                    distinct.map(second).toJavaArray(String[]::new));
        }
    }

    private static <K, V> Option<V> find(Map<K, V> map, K key) {
        V found = map.get(key);
        return found == null ? Option.none() : Option.some(found);
    }

    @Override
    public Option<IdempotencyRecord> answered(RequestKey key, UnixTime now) {
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

    /** Updates the state after {@code commit} with its {@code events}. */
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
