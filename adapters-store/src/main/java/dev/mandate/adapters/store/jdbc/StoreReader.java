package dev.mandate.adapters.store.jdbc;

import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import io.vavr.control.Option;

/** Read-only access to a store. Other processes may write at the same time. */
public final class StoreReader implements AuditReader, AutoCloseable {

    private final Runner reads;
    private final Runnable closing;

    /**
     * A reader that executes its queries with {@code reads}.
     *
     * @param closing releases the connections
     */
    public StoreReader(Runner reads, Runnable closing) {
        this.reads = reads;
        this.closing = closing;
    }

    @Override
    public long version(StreamId stream) {
        return reads.run(session -> JournalSql.version(session, stream));
    }

    @Override
    public Page<RecordedEvent> stream(StreamId stream, long afterVersion, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> JournalSql.stream(session, stream, afterVersion, limit));
    }

    @Override
    public Page<RecordedEvent> events(long afterPosition, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> JournalSql.events(session, afterPosition, limit));
    }

    @Override
    public Option<Row> row(RowKey key) {
        return reads.run(session -> JournalSql.row(session, key));
    }

    @Override
    public VersionedRow versioned(RowKey key) {
        return reads.run(session -> JournalSql.versioned(session, key));
    }

    @Override
    public Page<Row> rows(RowScan scan) {
        return reads.run(session -> JournalSql.rows(session, scan));
    }

    @Override
    public Option<IdempotencyRecord> answered(RequestKey key) {
        return reads.run(session -> JournalSql.answered(session, key));
    }

    @Override
    public Option<SignedCheckpoint> latest() {
        return reads.run(CheckpointAndRetentionSql::latest);
    }

    @Override
    public Page<SignedCheckpoint> checkpoints(long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> CheckpointAndRetentionSql.checkpoints(session, afterNumber, limit));
    }

    @Override
    public Page<Row> allRows(Option<RowKey> after, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> JournalSql.allRows(session, after, limit));
    }

    @Override
    public Page<IdempotencyRecord> answers(Option<RequestKey> after, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> JournalSql.answers(session, after, limit));
    }

    @Override
    public Page<RecordedMessage> open(long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reads.run(session -> OutboxSql.open(session, afterNumber, limit));
    }

    @Override
    public void close() {
        closing.run();
    }
}
