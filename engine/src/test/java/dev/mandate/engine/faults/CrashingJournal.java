package dev.mandate.engine.faults;

import dev.mandate.ports.spi.journal.Commit;
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
import io.vavr.control.Either;
import io.vavr.control.Option;

/** A journal whose user dies around a commit when its fate says so; what was committed stays. */
public final class CrashingJournal implements Journal {

    private final Journal journal;
    private final ProcessFault fate;

    public CrashingJournal(Journal journal, ProcessFault fate) {
        this.journal = journal;
        this.fate = fate;
    }

    @Override
    public Either<CommitRefused, Committed> commit(Commit commit) {
        fate.step();
        Either<CommitRefused, Committed> committed = journal.commit(commit);
        fate.step();
        return committed;
    }

    @Override
    public Writability writability() {
        return journal.writability();
    }

    @Override
    public long version(StreamId stream) {
        return journal.version(stream);
    }

    @Override
    public Page<RecordedEvent> stream(StreamId stream, long afterVersion, int limit) {
        return journal.stream(stream, afterVersion, limit);
    }

    @Override
    public Page<RecordedEvent> events(long afterPosition, int limit) {
        return journal.events(afterPosition, limit);
    }

    @Override
    public Option<Row> row(RowKey key) {
        return journal.row(key);
    }

    @Override
    public VersionedRow versioned(RowKey key) {
        return journal.versioned(key);
    }

    @Override
    public Page<Row> rows(RowScan scan) {
        return journal.rows(scan);
    }

    @Override
    public Option<IdempotencyRecord> answered(RequestKey key) {
        return journal.answered(key);
    }
}
