package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.OutboxSql;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedMessage;
import dev.mandate.ports.outbox.Claim;
import dev.mandate.ports.outbox.DeadLetter;
import dev.mandate.ports.outbox.Delivery;
import dev.mandate.ports.outbox.Lease;
import dev.mandate.ports.outbox.LeaseLost;
import dev.mandate.ports.outbox.NotDead;
import dev.mandate.ports.outbox.Outbox;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The outbox of a {@link SqliteStore}. */
final class SqliteOutbox implements Outbox {

    private final GroupWriter writer;
    private final SqliteReader reader;

    SqliteOutbox(GroupWriter writer, SqliteReader reader) {
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    public Seq<Delivery> claim(Claim claim) {
        return writer.write(session -> OutboxSql.claim(session, claim));
    }

    @Override
    public Option<LeaseLost> done(Lease lease) {
        return writer.write(session -> OutboxSql.done(session, lease));
    }

    @Override
    public Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt) {
        return writer.write(session -> OutboxSql.failed(session, lease, reason, nextAttempt));
    }

    @Override
    public Option<LeaseLost> bury(Lease lease, String reason, UnixTime now) {
        return writer.write(session -> OutboxSql.bury(session, lease, reason, now));
    }

    @Override
    public Page<DeadLetter> deadLetters(long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reader.ask(session -> OutboxSql.deadLetters(session, afterNumber, limit));
    }

    @Override
    public Option<NotDead> retry(long number, UnixTime now) {
        return writer.write(session -> OutboxSql.retry(session, number, now));
    }

    @Override
    public Option<NotDead> discard(long number) {
        return writer.write(session -> OutboxSql.discard(session, number));
    }

    @Override
    public Page<RecordedMessage> open(long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reader.ask(session -> OutboxSql.open(session, afterNumber, limit));
    }
}
