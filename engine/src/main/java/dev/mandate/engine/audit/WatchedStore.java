package dev.mandate.engine.audit;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.NoDeadLetter;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.InstantSource;
import java.util.function.Supplier;

/** A store whose journal, outbox and retention refuse every call once the journal has lost commits. */
record WatchedStore(JournalStore store, JournalWatch watch) implements JournalStore {

    @Override
    public Journal journal() {
        return new WatchedJournal(store.journal(), watch);
    }

    @Override
    public Outbox outbox() {
        return new WatchedOutbox(store.outbox(), watch);
    }

    @Override
    public CheckpointLog checkpoints() {
        return store.checkpoints();
    }

    @Override
    public Retention retention() {
        return new WatchedRetention(store.retention(), watch);
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

    /** A journal that tells the watch of its commits. */
    record WatchedJournal(Journal journal, JournalWatch watch) implements Journal {

        @Override
        public Either<CommitRefused, Committed> commit(Commit commit) {
            return watch.guarded(() -> journal.commit(commit)).peek(watch::committed);
        }

        @Override
        public Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
            Supplier<Either<CommitRefused, Committed>> begun = watch.guarded(() -> journal.begin(commit));
            return () -> watch.guarded(begun).peek(watch::committed);
        }

        @Override
        public Writability writability() {
            return watch.guarded(journal::writability);
        }

        @Override
        public long version(StreamId stream) {
            return watch.guarded(() -> journal.version(stream));
        }

        @Override
        public Page<RecordedEvent> stream(StreamId stream, long afterVersion, int limit) {
            return watch.guarded(() -> journal.stream(stream, afterVersion, limit));
        }

        @Override
        public Page<RecordedEvent> events(long afterPosition, int limit) {
            return watch.guarded(() -> journal.events(afterPosition, limit));
        }

        @Override
        public Option<Row> row(RowKey key) {
            return watch.guarded(() -> journal.row(key));
        }

        @Override
        public VersionedRow versioned(RowKey key) {
            return watch.guarded(() -> journal.versioned(key));
        }

        @Override
        public <T> T ahead(Seq<RowKey> keys, Supplier<T> work) {
            return journal.ahead(keys, work);
        }

        @Override
        public Page<Row> rows(RowScan scan) {
            return watch.guarded(() -> journal.rows(scan));
        }

        @Override
        public Option<IdempotencyRecord> answered(RequestKey key) {
            return watch.guarded(() -> journal.answered(key));
        }
    }

    private record WatchedOutbox(Outbox outbox, JournalWatch watch) implements Outbox {

        @Override
        public Option<Delivery> claim(Claim claim) {
            return watch.guarded(() -> outbox.claim(claim));
        }

        @Override
        public Option<LeaseLost> done(Lease lease) {
            return watch.guarded(() -> outbox.done(lease));
        }

        @Override
        public Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt) {
            return watch.guarded(() -> outbox.failed(lease, reason, nextAttempt));
        }

        @Override
        public Option<LeaseLost> bury(Lease lease, String reason, UnixTime now) {
            return watch.guarded(() -> outbox.bury(lease, reason, now));
        }

        @Override
        public Page<RecordedMessage> open(long afterNumber, int limit) {
            return watch.guarded(() -> outbox.open(afterNumber, limit));
        }

        @Override
        public Page<DeadLetter> deadLetters(long afterNumber, int limit) {
            return watch.guarded(() -> outbox.deadLetters(afterNumber, limit));
        }

        @Override
        public Page<WaitingMessage> waiting(String topic, long afterNumber, int limit) {
            return watch.guarded(() -> outbox.waiting(topic, afterNumber, limit));
        }

        @Override
        public Option<NoDeadLetter> retry(long number, UnixTime now) {
            return watch.guarded(() -> outbox.retry(number, now));
        }

        @Override
        public Option<NoDeadLetter> discard(long number) {
            return watch.guarded(() -> outbox.discard(number));
        }
    }

    private record WatchedRetention(Retention retention, JournalWatch watch) implements Retention {

        @Override
        public Page<IdempotencyRecord> expired(UnixTime now, Option<IdempotencyRecord> after, int limit) {
            return watch.guarded(() -> retention.expired(now, after, limit));
        }

        @Override
        public void remove(Seq<IdempotencyRecord> expired) {
            var unused = watch.guarded(() -> {
                retention.remove(expired);
                return expired;
            });
        }
    }
}
