package dev.mandate.adapters.micrometer;

import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Counts in the registry of the host what a store does: {@code mandate_store_commits} with the tag {@code outcome} ({@code committed}, {@code refused} or
 * {@code failed}), {@code mandate_store_retries}, and {@code mandate_store_connections}. A commit counts when its caller has the result.
 */
public final class MeteredStore implements JournalStore {

    private final JournalStore store;
    private final Journal journal;

    public MeteredStore(JournalStore store, MeterRegistry meters) {
        this.store = Objects.requireNonNull(store, "store");
        this.journal = new MeteredJournal(
                store.journal(), outcome(meters, "committed"), outcome(meters, "refused"), outcome(meters, "failed"));
        var unused = FunctionCounter.builder("mandate_store_connections", store, JournalStore::connectionsOpened)
                .description("Connections to the database server that were opened")
                .register(meters);
        var unusedRetries = FunctionCounter.builder("mandate_store_retries", store, JournalStore::retries)
                .description("Tries after a fault without effect")
                .register(meters);
    }

    private static Counter outcome(MeterRegistry meters, String outcome) {
        return Counter.builder("mandate_store_commits")
                .description("Commits to the journal, by outcome")
                .tag("outcome", outcome)
                .register(meters);
    }

    @Override
    public Journal journal() {
        return journal;
    }

    @Override
    public Outbox outbox() {
        return store.outbox();
    }

    @Override
    public CheckpointLog checkpoints() {
        return store.checkpoints();
    }

    @Override
    public Retention retention() {
        return store.retention();
    }

    @Override
    public AuditReader audit() {
        return store.audit();
    }

    @Override
    public Option<InstantSource> clock() {
        return store.clock();
    }

    @Override
    public long connectionsOpened() {
        return store.connectionsOpened();
    }

    @Override
    public long retries() {
        return store.retries();
    }

    @Override
    public void close() {
        store.close();
    }

    private record MeteredJournal(Journal journal, Counter committed, Counter refused, Counter failed) implements Journal {

        @Override
        public Either<CommitRefused, Committed> commit(Commit commit) {
            return counted(() -> journal.commit(commit));
        }

        @Override
        public Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
            Supplier<Either<CommitRefused, Committed>> begun = journal.begin(commit);
            return () -> counted(begun);
        }

        private Either<CommitRefused, Committed> counted(Supplier<Either<CommitRefused, Committed>> result) {
            try {
                Either<CommitRefused, Committed> known = result.get();
                (known.isRight() ? committed : refused).increment();
                return known;
            } catch (JournalUnavailableException e) {
                failed.increment();
                throw e;
            }
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
        public <T> T ahead(Seq<RowKey> keys, Supplier<T> work) {
            return journal.ahead(keys, work);
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
}
