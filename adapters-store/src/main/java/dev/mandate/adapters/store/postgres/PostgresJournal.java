package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitLimit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.IdempotencyKey;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
import dev.mandate.ports.journal.StreamId;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The journal of a {@link PostgresStore}. */
final class PostgresJournal implements Journal {

    private final CommitQueue queue;
    private final StoreReader reader;

    PostgresJournal(CommitQueue queue, StoreReader reader) {
        this.queue = queue;
        this.reader = reader;
    }

    @Override
    public Either<CommitRefused, Committed> commit(Commit commit) {
        return CommitLimit.exceededBy(commit)
                .<Either<CommitRefused, Committed>>map(Either::left)
                .getOrElse(() -> queue.commit(commit));
    }

    @Override
    public long version(StreamId stream) {
        return reader.version(stream);
    }

    @Override
    public Page<RecordedEvent> stream(StreamId stream, long afterVersion, int limit) {
        return reader.stream(stream, afterVersion, limit);
    }

    @Override
    public Page<RecordedEvent> events(long afterPosition, int limit) {
        return reader.events(afterPosition, limit);
    }

    @Override
    public Option<Row> row(RowKey key) {
        return reader.row(key);
    }

    @Override
    public Page<Row> rows(RowScan scan) {
        return reader.rows(scan);
    }

    @Override
    public Option<IdempotencyRecord> answered(IdempotencyKey key, UnixTime now) {
        return reader.answered(key, now);
    }
}
