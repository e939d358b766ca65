package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Columns;
import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.outbox.Claim;
import dev.mandate.ports.outbox.Delivery;
import dev.mandate.ports.outbox.Lease;
import dev.mandate.ports.store.Removed;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.sql.SQLException;
import java.util.Comparator;

/**
 * What several instances do beside each other, without taking turns: rows that another one has its hands on are passed over
 * ({@code SKIP LOCKED}), and never waited for, so that nobody can wait in a circle. Where another one was quicker, PostgreSQL
 * looks at the conditions again on the row as it is by then.
 */
final class SharedSql {

    /**
     * Only the first message of a topic and stream is ever claimed, and only its removal makes the next one the first: so
     * that of one stream's messages no two are out at once, whatever a snapshot is missing.
     */
    private static final String FIRST = " AND m.buried_at IS NULL AND NOT EXISTS (SELECT 1 FROM outbox e"
            + " WHERE e.topic = m.topic AND e.stream_kind = m.stream_kind AND e.stream_id = m.stream_id"
            + " AND e.number < m.number) ORDER BY m.available_at, m.number LIMIT ? FOR UPDATE OF m SKIP LOCKED)";

    private static final String OF_TOPIC = " AS MATERIALIZED (SELECT m.number, m.available_at FROM outbox m"
            + " WHERE m.topic = ? AND m.available_at ";

    /** Two ranges of one index: what is due by now, and what no right clock can have put off so far. */
    private static final String CLAIM = "WITH due" + OF_TOPIC + "<= ?" + FIRST + ", put_off" + OF_TOPIC + "> ?" + FIRST
            + ", claimed AS (SELECT * FROM due UNION ALL SELECT * FROM put_off ORDER BY available_at, number LIMIT ?)"
            + " UPDATE outbox SET available_at = ?, token = outbox.token + 1, attempts = outbox.attempts + 1 FROM claimed"
            + " WHERE outbox.number = claimed.number RETURNING outbox.*, claimed.available_at AS due_at";

    private static final String REMOVE_ANSWERS = "WITH gone AS MATERIALIZED (SELECT scope, key FROM answer"
            + " WHERE expires_at <= ? ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED)"
            + " DELETE FROM answer USING gone WHERE answer.scope = gone.scope AND answer.key = gone.key";
    private static final String REMOVE_ROWS = "WITH gone AS MATERIALIZED (SELECT kind, key FROM state_row"
            + " WHERE expires_at <= ? ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED)"
            + " DELETE FROM state_row USING gone WHERE state_row.kind = gone.kind AND state_row.key = gone.key";

    private static final Comparator<Tuple2<Long, Delivery>> LONGEST_DUE_FIRST =
            Comparator.comparingLong((Tuple2<Long, Delivery> due) -> due._1)
                    .thenComparingLong(due -> due._2.lease().number());

    private SharedSql() {}

    /** Shapes as in {@link dev.mandate.ports.outbox.Outbox#claim}. */
    static Seq<Delivery> claim(Session session, Claim claim) throws SQLException {
        Array<Tuple2<Long, Delivery>> claimed = session.query(
                CLAIM,
                row -> new Tuple2<>(
                        row.getLong("due_at"),
                        new Delivery(
                                new Lease(row.getLong("number"), row.getLong("token")),
                                Columns.message(row),
                                row.getInt("attempts"),
                                claim.leasedUntil())),
                claim.topic(),
                claim.now(),
                claim.limit(),
                claim.topic(),
                claim.latestDue(),
                claim.limit(),
                claim.limit(),
                claim.leasedUntil());
        return claimed.sorted(LONGEST_DUE_FIRST).map(due -> due._2);
    }

    /** Shapes as in {@link dev.mandate.ports.store.Retention#removeExpired}. */
    static Removed removeExpired(Session session, UnixTime now, int limit) throws SQLException {
        int answers = session.update(REMOVE_ANSWERS, now, limit);
        int rows = session.update(REMOVE_ROWS, now, limit);
        return new Removed(answers, rows);
    }
}
