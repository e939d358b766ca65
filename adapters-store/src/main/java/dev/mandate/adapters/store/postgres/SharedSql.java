package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Columns;
import dev.mandate.adapters.store.jdbc.OutboxSql;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Lease;
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

    /** Removes each answer whose columns are still those that were given. */
    static final Bulk<IdempotencyRecord> REMOVE = GroupSql.answers("WITH gone AS MATERIALIZED (SELECT found.* FROM"
            + " unnest(?, ?, ?, ?, ?, ?, ?) AS given (scope, key, request_digest, type, schema_version, content, expires_at)"
            + " CROSS JOIN LATERAL (SELECT answer.scope, answer.key FROM answer WHERE answer.scope = given.scope"
            + " AND answer.key = given.key AND answer.request_digest = given.request_digest AND answer.type = given.type"
            + " AND answer.schema_version = given.schema_version AND answer.content = given.content"
            + " AND answer.expires_at = given.expires_at FOR UPDATE SKIP LOCKED) AS found)"
            + " DELETE FROM answer USING gone WHERE answer.scope = gone.scope AND answer.key = gone.key");

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
}
