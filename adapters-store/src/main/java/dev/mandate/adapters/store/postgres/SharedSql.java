package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Columns;
import dev.mandate.adapters.store.jdbc.OutboxSql;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.outbox.Claim;
import dev.mandate.ports.outbox.Delivery;
import dev.mandate.ports.outbox.Lease;
import dev.mandate.ports.store.Removed;
import io.vavr.control.Option;
import java.sql.SQLException;

/**
 * Statements that several instances run concurrently without taking turns. They skip rows that another transaction has locked
 * ({@code SKIP LOCKED}) and never wait for them, so no deadlock can occur. If another transaction changed a row first,
 * PostgreSQL checks the condition again on the changed row.
 */
final class SharedSql {

    /**
     * The first message of a tenant in a range of {@code available_at}. Only the first message of a topic and stream is ever
     * claimed. Only its removal makes the next message the first. So no two messages of one stream are leased at once, even if
     * a snapshot is out of date.
     */
    private static final String MESSAGE = "(SELECT * FROM (SELECT m.number FROM outbox m WHERE m.topic = ? AND m.tenant = turn.tenant"
            + " AND m.buried_at IS NULL AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.topic = m.topic"
            + " AND e.stream_kind = m.stream_kind AND e.stream_id = m.stream_id AND e.number < m.number)"
            + " AND m.available_at %s ? ORDER BY m.available_at, m.number LIMIT 1 FOR UPDATE OF m SKIP LOCKED) AS one)";

    /**
     * Searches two ranges of one index: messages that are due, and messages whose time is too late for a correct clock to have
     * set.
     */
    private static final String CLAIM = OutboxSql.TURNS + ", claimed AS MATERIALIZED (SELECT due.number FROM turn CROSS JOIN LATERAL ("
            + MESSAGE.formatted("<=") + " UNION ALL " + MESSAGE.formatted(">") + ") AS due LIMIT 1)"
            + " UPDATE outbox SET available_at = ?, token = outbox.token + 1, attempts = outbox.attempts + 1 FROM claimed"
            + " WHERE outbox.number = claimed.number RETURNING outbox.*";

    private static final String REMOVE_ANSWERS = "WITH gone AS MATERIALIZED (SELECT scope, key FROM answer"
            + " WHERE expires_at <= ? ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED)"
            + " DELETE FROM answer USING gone WHERE answer.scope = gone.scope AND answer.key = gone.key";
    private static final String REMOVE_ROWS = "WITH gone AS MATERIALIZED (SELECT kind, key FROM state_row"
            + " WHERE expires_at <= ? ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED)"
            + " DELETE FROM state_row USING gone WHERE state_row.kind = gone.kind AND state_row.key = gone.key";

    private SharedSql() {}

    /** As in {@link dev.mandate.adapters.store.jdbc.JdbcOutbox.Claiming}. */
    static Option<Delivery> claim(PreparedConnection session, Claim claim, String after) throws SQLException {
        return session.first(
                CLAIM,
                row -> new Delivery(
                        new Lease(row.getLong("number"), row.getLong("token")),
                        Columns.message(row),
                        row.getInt("attempts"),
                        claim.leasedUntil()),
                claim.topic(),
                after,
                claim.topic(),
                claim.topic(),
                claim.now(),
                claim.topic(),
                claim.latestDue(),
                claim.leasedUntil());
    }

    /** The result is that of {@link dev.mandate.ports.store.Retention#removeExpired}. */
    static Removed removeExpired(PreparedConnection session, UnixTime now, int limit) throws SQLException {
        int answers = session.update(REMOVE_ANSWERS, now, limit);
        int rows = session.update(REMOVE_ROWS, now, limit);
        return new Removed(answers, rows);
    }
}
