package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.NoDeadLetter;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** Statements of the outbox. {@link dev.mandate.ports.spi.outbox.Outbox} defines the results. */
public final class OutboxSql {

    /**
     * The tenants of a topic in order. One index search finds each tenant, however many messages the previous one has. A claim
     * stops at the first tenant with a due message.
     */
    public static final String TURNS = "WITH RECURSIVE turn (tenant) AS (SELECT min(tenant) FROM outbox"
            + " WHERE topic = ? AND tenant > ? AND buried_at IS NULL UNION ALL SELECT (SELECT min(o.tenant) FROM outbox o"
            + " WHERE o.topic = ? AND o.tenant > turn.tenant AND o.buried_at IS NULL) FROM turn WHERE turn.tenant IS NOT NULL)";

    /**
     * The first message of a tenant in a range of {@code available_at}. Only the first message of a topic and stream is
     * considered. It blocks the later ones even if it is a dead letter.
     */
    private static final String MESSAGE = "(SELECT m.number FROM outbox m WHERE m.topic = ? AND m.tenant = turn.tenant"
            + " AND m.buried_at IS NULL AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.topic = m.topic"
            + " AND e.stream_kind = m.stream_kind AND e.stream_id = m.stream_id AND e.number < m.number)"
            + " AND m.available_at %s ? ORDER BY m.available_at, m.number LIMIT 1)";

    /**
     * Searches two ranges of one index: messages that are due, and messages whose time is too late for a correct clock to have
     * set.
     */
    private static final String DUE = TURNS + ", due (number) AS (SELECT coalesce(" + MESSAGE.formatted("<=") + ", "
            + MESSAGE.formatted(">") + ") FROM turn) SELECT * FROM outbox WHERE number ="
            + " (SELECT number FROM due WHERE number IS NOT NULL LIMIT 1)";

    /** The condition for settling a lease. Each settlement increases the token, so that a settled lease is no longer valid. */
    private static final String HELD = " WHERE number = ? AND token = ? AND buried_at IS NULL";

    private OutboxSql() {}

    /** As {@link JdbcOutbox.Claiming}, for a store with a single writer. */
    public static Option<Delivery> claim(PreparedConnection session, Claim claim, String after) throws SQLException {
        Option<Delivery> due = session.first(
                DUE,
                row -> new Delivery(
                        new Lease(row.getLong("number"), row.getLong("token") + 1),
                        Columns.message(row),
                        row.getInt("attempts") + 1,
                        claim.leasedUntil()),
                claim.topic(),
                after,
                claim.topic(),
                claim.topic(),
                claim.now(),
                claim.topic(),
                claim.latestDue());
        for (Delivery delivery : due) {
            session.run(
                    "UPDATE outbox SET available_at = ?, token = ?, attempts = ? WHERE number = ?",
                    delivery.leasedUntil(),
                    delivery.lease().token(),
                    delivery.attempt(),
                    delivery.lease().number());
        }
        return due;
    }

    public static Option<LeaseLost> done(PreparedConnection session, Lease lease) throws SQLException {
        return settled(lease, session.update("DELETE FROM outbox" + HELD, lease.number(), lease.token()));
    }

    public static Option<LeaseLost> failed(PreparedConnection session, Lease lease, String reason, UnixTime nextAttempt)
            throws SQLException {
        return settled(lease, session.update(
                "UPDATE outbox SET token = token + 1, reason = ?, available_at = ?" + HELD,
                writable(reason),
                nextAttempt,
                lease.number(),
                lease.token()));
    }

    public static Option<LeaseLost> bury(PreparedConnection session, Lease lease, String reason, UnixTime now)
            throws SQLException {
        return settled(lease, session.update(
                "UPDATE outbox SET token = token + 1, reason = ?, buried_at = ?" + HELD,
                writable(reason),
                now,
                lease.number(),
                lease.token()));
    }

    /**
     * A reason may contain any text from a remote server. Databases accept neither NUL nor an unpaired surrogate; both are
     * replaced.
     */
    private static String writable(String reason) {
        return new String(reason.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '\ufffd');
    }

    private static Option<LeaseLost> settled(Lease lease, int changed) {
        return changed == 1 ? Option.none() : Option.some(new LeaseLost(lease));
    }

    public static Page<DeadLetter> deadLetters(PreparedConnection session, long afterNumber, int limit) throws SQLException {
        return JournalSql.page(limit, session.query(
                "SELECT * FROM outbox WHERE number > ? AND buried_at IS NOT NULL ORDER BY number LIMIT ?",
                Columns::deadLetter,
                afterNumber,
                limit + 1));
    }

    public static Page<WaitingMessage> waiting(PreparedConnection session, String topic, long afterNumber, int limit) throws SQLException {
        return JournalSql.page(limit, session.query(
                "SELECT * FROM outbox WHERE number > ? AND topic = ? AND buried_at IS NULL ORDER BY number LIMIT ?",
                Columns::waiting,
                afterNumber,
                topic,
                limit + 1));
    }

    public static Option<NoDeadLetter> retry(PreparedConnection session, long number, UnixTime now) throws SQLException {
        return revived(number, session.update(
                "UPDATE outbox SET buried_at = NULL, reason = NULL, attempts = 0, available_at = ?"
                        + " WHERE number = ? AND buried_at IS NOT NULL",
                now,
                number));
    }

    public static Option<NoDeadLetter> discard(PreparedConnection session, long number) throws SQLException {
        return revived(
                number, session.update("DELETE FROM outbox WHERE number = ? AND buried_at IS NOT NULL", number));
    }

    private static Option<NoDeadLetter> revived(long number, int changed) {
        return changed == 1 ? Option.none() : Option.some(new NoDeadLetter(number));
    }

    public static Page<RecordedMessage> open(PreparedConnection session, long afterNumber, int limit) throws SQLException {
        return JournalSql.page(limit, session.query(
                "SELECT * FROM outbox WHERE number > ? ORDER BY number LIMIT ?",
                Columns::message,
                afterNumber,
                limit + 1));
    }
}
