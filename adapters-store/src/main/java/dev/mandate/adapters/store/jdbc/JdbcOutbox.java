package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.access.Tenant;
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
import dev.mandate.ports.spi.outbox.Outbox;
import io.vavr.control.Option;
import java.sql.SQLException;

/** The outbox of an SQL store. Only claiming differs between databases. */
public final class JdbcOutbox implements Outbox {

    /** Leases a message to exactly one worker. */
    @FunctionalInterface
    public interface Claiming {

        /**
         * Leases a message of the first tenant that has one due.
         *
         * @param after skips the tenants up to and including this name; empty skips none
         */
        Option<Delivery> claim(PreparedConnection session, Claim claim, String after) throws SQLException;
    }

    private final Runner reads;
    private final Runner writes;
    private final Claiming claiming;

    /** An outbox that reads with {@code reads}, and executes each change, which is one statement, with {@code writes}. */
    public JdbcOutbox(Runner reads, Runner writes, Claiming claiming) {
        this.reads = reads;
        this.writes = writes;
        this.claiming = claiming;
    }

    @Override
    public Option<Delivery> claim(Claim claim) {
        return writes.run(session -> {
            String after = claim.after().map(Tenant::name).getOrElse("");
            Option<Delivery> next = claiming.claim(session, claim, after);
            return next.isDefined() || after.isEmpty() ? next : claiming.claim(session, claim, "");
        });
    }

    @Override
    public Option<LeaseLost> done(Lease lease) {
        return writes.run(session -> OutboxSql.done(session, lease));
    }

    @Override
    public Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt) {
        return writes.run(session -> OutboxSql.failed(session, lease, reason, nextAttempt));
    }

    @Override
    public Option<LeaseLost> bury(Lease lease, String reason, UnixTime now) {
        return writes.run(session -> OutboxSql.bury(session, lease, reason, now));
    }

    @Override
    public Page<DeadLetter> deadLetters(long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> OutboxSql.deadLetters(session, afterNumber, limit));
    }

    @Override
    public Page<WaitingMessage> waiting(String topic, long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> OutboxSql.waiting(session, topic, afterNumber, limit));
    }

    @Override
    public Option<NoDeadLetter> retry(long number, UnixTime now) {
        return writes.run(session -> OutboxSql.retry(session, number, now));
    }

    @Override
    public Option<NoDeadLetter> discard(long number) {
        return writes.run(session -> OutboxSql.discard(session, number));
    }

    @Override
    public Page<RecordedMessage> open(long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> OutboxSql.open(session, afterNumber, limit));
    }
}
