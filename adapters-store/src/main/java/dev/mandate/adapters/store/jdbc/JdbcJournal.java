package dev.mandate.adapters.store.jdbc;

import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitLimit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.ports.spi.journal.Writability;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** A journal in an SQL database. Reads are the same for every database; each database has its own {@link Committing}. */
public final class JdbcJournal implements Journal {

    private final Committing committing;
    private final StoreReader reader;
    private final RowsAhead ahead;
    private final Supplier<Writability> writability;

    /** A journal that commits with {@code committing}, reads with {@code reader} or {@code ahead}, and reports {@code writability}. */
    public JdbcJournal(Committing committing, StoreReader reader, RowsAhead ahead, Supplier<Writability> writability) {
        this.committing = committing;
        this.reader = reader;
        this.ahead = ahead;
        this.writability = writability;
    }

    /** Starts a commit. The journal has checked its limits. */
    @FunctionalInterface
    public interface Committing {
        Supplier<Either<CommitRefused, Committed>> begin(Commit commit);
    }

    @Override
    public Either<CommitRefused, Committed> commit(Commit commit) {
        return begin(commit).get();
    }

    @Override
    public Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
        ahead.forget();
        return CommitLimit.exceededBy(commit)
                .<Supplier<Either<CommitRefused, Committed>>>map(over -> () -> Either.left(over))
                .getOrElse(() -> committing.begin(commit));
    }

    @Override
    public Writability writability() {
        return writability.get();
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
    public VersionedRow versioned(RowKey key) {
        return ahead.take(key).getOrElse(() -> reader.versioned(key));
    }

    @Override
    public <T> T ahead(Seq<RowKey> keys, Supplier<T> work) {
        return ahead.within(keys, work);
    }

    @Override
    public Page<Row> rows(RowScan scan) {
        return reader.rows(scan);
    }

    @Override
    public Option<IdempotencyRecord> answered(RequestKey key) {
        return reader.answered(key);
    }
}
