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
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.Deque;

/** A journal that goes back to one of its last commits, as after a restored backup or a failover that lost some. */
public final class RestoredJournal implements Journal {

    /** It goes back by so many commits at most. */
    public static final int KEPT = 40;

    private final Deque<InMemoryJournal> before = new ArrayDeque<>();
    private InMemoryJournal journal;

    public RestoredJournal(InMemoryJournal journal) {
        this.journal = journal;
    }

    /** As it is now. */
    public InMemoryJournal current() {
        return journal;
    }

    /** Forgets the last commits. */
    public void restore(int commits) {
        for (int i = 0; i < commits && !before.isEmpty(); i++) {
            journal = before.pop();
        }
    }

    @Override
    public Either<CommitRefused, Committed> commit(Commit commit) {
        InMemoryJournal copy = journal.copy();
        return journal.commit(commit).peek(committed -> {
            before.push(copy);
            if (before.size() > KEPT) {
                before.removeLast();
            }
        });
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
