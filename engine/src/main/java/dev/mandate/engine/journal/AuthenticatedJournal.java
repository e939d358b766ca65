package dev.mandate.engine.journal;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.RecordMac.AnswerReference;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.keys.JournalMac;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * A journal whose records contain a {@link RecordMac}: each commit adds it, each read checks it. An attacker who can write to
 * the store but does not have the operator's secret cannot create or change a record that the engine accepts. The MAC does not
 * detect an old copy of a record. A row that does not agree with its events is damage, and so is a stream that has lost events
 * since this process saw them, as far as its memory of 32,768 streams reaches. An audit against a checkpoint that was noted
 * elsewhere detects the others.
 *
 * <p>Records are returned as stored, with their MAC. {@link EntityType} removes the MAC when it reads them. If a MAC is wrong
 * or missing, or an event's hash is wrong, the call throws a {@link JournalDamagedException} that names the record. Answers are
 * stored under the SHA-256 of their request's key.
 */
public final class AuthenticatedJournal implements Journal {

    private final Journal journal;
    private final RecordMac mac;

    /** The versions of streams as this process has last seen them. No commit makes a version lower. */
    private final BoundedCache<StreamId, Long> seen = new BoundedCache<>(15);

    public AuthenticatedJournal(Journal journal, JournalMac key) {
        this.journal = journal;
        this.mac = new RecordMac(key);
    }

    @Override
    public Either<CommitRefused, Committed> commit(Commit commit) {
        return checked(journal.commit(withMacs(commit)));
    }

    @Override
    public Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
        Supplier<Either<CommitRefused, Committed>> begun = journal.begin(withMacs(commit));
        return () -> checked(begun.get());
    }

    Commit withMacs(Commit commit) {
        Option<IdempotencyRecord> answer = commit.answer()
                .map(given -> mac.answer(new IdempotencyRecord(
                        RecordMac.stored(given.key()), given.requestDigest(), given.answer(), given.expiresAt())));
        Option<AnswerReference> reference = answer.map(AnswerReference::to);
        return new Commit(
                commit.recordedAt(),
                commit.appends().map(append -> withMacs(append, commit.recordedAt(), reference)),
                commit.rows().map(this::withMac),
                answer,
                commit.messages().map(message -> mac.message(message, commit.recordedAt())));
    }

    private StreamAppend withMacs(StreamAppend append, UnixTime recordedAt, Option<AnswerReference> answer) {
        Array<Payload> events = append.events().zipWithIndex()
                .map(event -> mac.event(append.stream(), append.expectedVersion() + event._2 + 1, recordedAt, event._1, answer))
                .toArray();
        return new StreamAppend(append.stream(), append.expectedVersion(), events);
    }

    private RowChange withMac(RowChange change) {
        return switch (change) {
            case RowChange.Insert(Row row) -> new RowChange.Insert(mac.row(row));
            case RowChange.Put(Row row) -> new RowChange.Put(mac.row(row));
            case RowChange.Delete delete -> delete;
        };
    }

    /** Checks the records that a refusal returns from the store. */
    private Either<CommitRefused, Committed> checked(Either<CommitRefused, Committed> outcome) {
        if (outcome.isLeft()) {
            switch (outcome.getLeft()) {
                case CommitRefused.AlreadyAnswered(IdempotencyRecord recorded) -> require(mac.wrong(recorded));
                case CommitRefused.RowPresent(Row present) -> require(mac.wrong(present));
                case CommitRefused.VersionConflict conflict -> {}
                case CommitRefused.OverLimit limit -> {}
            }
        }
        outcome.forEach(committed -> committed.events().forEach(event -> see(event.stream(), event.version())));
        return outcome;
    }

    /** From now on it is damage if the stream has less than {@code version} events. */
    void see(StreamId stream, long version) {
        if (seen.find(stream).forAll(before -> before < version)) {
            var unused = seen.keep(stream, version);
        }
    }

    static void require(Option<String> wrong) {
        if (wrong.isDefined()) {
            throw new JournalDamagedException(wrong.get());
        }
    }

    private Page<RecordedEvent> events(Page<RecordedEvent> page) {
        page.items().forEach(event -> {
            require(mac.wrong(event));
            require(Option.when(
                    !EventHash.of(event).equals(event.hash()),
                    "event " + event.version() + " of " + event.stream() + " at position " + event.position() + " has another hash"));
        });
        return page;
    }

    private Page<Row> rows(Page<Row> page) {
        page.items().forEach(row -> require(mac.wrong(row)));
        return page;
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
        return events(journal.stream(stream, afterVersion, limit));
    }

    @Override
    public Page<RecordedEvent> events(long afterPosition, int limit) {
        return events(journal.events(afterPosition, limit));
    }

    @Override
    public Option<Row> row(RowKey key) {
        return journal.row(key).peek(row -> require(mac.wrong(row)));
    }

    @Override
    public VersionedRow versioned(RowKey key) {
        StreamId stream = new StreamId(key.kind(), key.key());
        long before = seen.find(stream).getOrElse(0L);
        VersionedRow first = journal.versioned(key);
        // What was read ahead may be older than what another thread has seen meanwhile.
        VersionedRow found = first.version() < before ? journal.versioned(key) : first;
        found.row().forEach(row -> require(mac.wrong(row)));
        require(Option.when(
                found.version() < before, () -> "stream " + stream + " had " + before + " events, and now has " + found.version()));
        if (found.version() > before) {
            see(stream, found.version());
        }
        return found;
    }

    @Override
    public <T> T ahead(Seq<RowKey> keys, Supplier<T> work) {
        return journal.ahead(keys, work);
    }

    @Override
    public Page<Row> rows(RowScan scan) {
        return rows(journal.rows(scan));
    }

    @Override
    public Option<IdempotencyRecord> answered(RequestKey key) {
        return journal.answered(RecordMac.stored(key)).peek(answer -> require(mac.wrong(answer)));
    }
}
