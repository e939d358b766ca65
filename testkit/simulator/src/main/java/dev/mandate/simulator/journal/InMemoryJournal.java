package dev.mandate.simulator.journal;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitLimit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A journal with its store in memory, for tests and the demo. It lives as long as its process. One lock covers everything. A
 * commit runs all checks before its first write, so readers see it completely or not at all.
 */
public final class InMemoryJournal implements Journal, Retention, JournalStore, AuditReader {

    /** Sorts before every key. */
    private static final String FIRST_KEY = "!";

    private static final Comparator<RequestKey> BY_SCOPE_AND_KEY =
            Comparator.comparing(RequestKey::scope).thenComparing(RequestKey::key);
    private static final Comparator<IdempotencyRecord> BY_EXPIRY =
            Comparator.comparing(IdempotencyRecord::expiresAt).thenComparing(IdempotencyRecord::key, BY_SCOPE_AND_KEY);

    private final Map<StreamId, List<RecordedEvent>> streams = new HashMap<>();
    private final List<RecordedEvent> events = new ArrayList<>();
    private final NavigableMap<RowKey, Row> rows = new TreeMap<>();
    private final NavigableMap<RequestKey, IdempotencyRecord> answers = new TreeMap<>(BY_SCOPE_AND_KEY);
    private final InMemoryOutbox outbox = new InMemoryOutbox();
    private final InMemoryCheckpoints checkpoints = new InMemoryCheckpoints();

    /** A journal with the content that this one has now, as a backup has it. Later changes of one do not show in the other. */
    public synchronized InMemoryJournal copy() {
        InMemoryJournal copy = new InMemoryJournal();
        streams.forEach((stream, recorded) -> copy.streams.put(stream, new ArrayList<>(recorded)));
        copy.events.addAll(events);
        copy.rows.putAll(rows);
        copy.answers.putAll(answers);
        copy.outbox.copyFrom(outbox);
        copy.checkpoints.copyFrom(checkpoints);
        return copy;
    }

    @Override
    public Journal journal() {
        return this;
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    @Override
    public CheckpointLog checkpoints() {
        return checkpoints;
    }

    @Override
    public Retention retention() {
        return this;
    }

    @Override
    public AuditReader audit() {
        return this;
    }

    @Override
    public Option<SignedCheckpoint> latest() {
        return checkpoints.latest();
    }

    @Override
    public Page<SignedCheckpoint> checkpoints(long afterNumber, int limit) {
        return checkpoints.checkpoints(afterNumber, limit);
    }

    @Override
    public Page<RecordedMessage> open(long afterNumber, int limit) {
        return outbox.open(afterNumber, limit);
    }

    @Override
    public synchronized Page<Row> allRows(Option<RowKey> after, int limit) {
        return page(List.copyOf(after.map(key -> rows.tailMap(key, false)).getOrElse(rows).values()), 0, limit);
    }

    @Override
    public synchronized Page<IdempotencyRecord> answers(Option<RequestKey> after, int limit) {
        return page(List.copyOf(after.map(key -> answers.tailMap(key, false)).getOrElse(answers).values()), 0, limit);
    }

    /** Does nothing: there are no resources to release. */
    @Override
    public void close() {}

    @Override
    public synchronized Either<CommitRefused, Committed> commit(Commit commit) {
        return CommitLimit.exceededBy(commit)
                .orElse(() -> alreadyAnswered(commit))
                .orElse(() -> versionConflict(commit))
                .orElse(() -> rowPresent(commit))
                .<Either<CommitRefused, Committed>>map(Either::left)
                .getOrElse(() -> Either.right(write(commit)));
    }

    @Override
    public Writability writability() {
        return Writability.WRITABLE;
    }

    private Option<CommitRefused> alreadyAnswered(Commit commit) {
        return commit.answer()
                .flatMap(record -> answered(record.key()))
                .filter(recorded -> recorded.isAlive(commit.recordedAt()))
                .map(CommitRefused.AlreadyAnswered::new);
    }

    private Option<CommitRefused> versionConflict(Commit commit) {
        return commit.appends()
                .find(append -> append.expectedVersion() != version(append.stream()))
                .map(append -> new CommitRefused.VersionConflict(
                        append.stream(), append.expectedVersion(), version(append.stream())));
    }

    private Option<CommitRefused> rowPresent(Commit commit) {
        return commit.rows()
                .filter(RowChange.Insert.class::isInstance)
                .flatMap(insert -> row(insert.key()))
                .headOption()
                .map(CommitRefused.RowPresent::new);
    }

    private Committed write(Commit commit) {
        int first = events.size();
        for (StreamAppend append : commit.appends()) {
            for (Payload payload : append.events()) {
                List<RecordedEvent> stream = streams.computeIfAbsent(append.stream(), id -> new ArrayList<>());
                Bytes32 previous = stream.isEmpty() ? EventHash.NONE : stream.getLast().hash();
                RecordedEvent event = RecordedEvent.chained(
                        append.stream(), stream.size() + 1L, events.size() + 1L, commit.recordedAt(), payload, previous);
                stream.add(event);
                events.add(event);
            }
        }
        for (RowChange change : commit.rows()) {
            switch (change) {
                case RowChange.Insert(Row row) -> rows.put(row.key(), row);
                case RowChange.Put(Row row) -> rows.put(row.key(), row);
                case RowChange.Delete(RowKey key) -> rows.remove(key);
            }
        }
        for (IdempotencyRecord answer : commit.answer()) {
            answers.put(answer.key(), answer);
        }
        for (OutboxMessage message : commit.messages()) {
            outbox.add(message, commit.recordedAt());
        }
        return new Committed(Array.ofAll(events.subList(first, events.size())));
    }

    @Override
    public synchronized long version(StreamId stream) {
        return streams.getOrDefault(stream, List.of()).size();
    }

    @Override
    public synchronized Page<RecordedEvent> stream(StreamId stream, long afterVersion, int limit) {
        return page(streams.getOrDefault(stream, List.of()), afterVersion, limit);
    }

    @Override
    public synchronized Page<RecordedEvent> events(long afterPosition, int limit) {
        return page(events, afterPosition, limit);
    }

    /** Numbers have no gaps here: item n is at index n - 1. */
    private static <T> Page<T> page(List<T> all, long after, int limit) {
        Page.requireLimit(limit);
        int from = Math.clamp(after, 0, all.size());
        int to = Math.min(all.size(), from + limit);
        return new Page<>(Array.ofAll(all.subList(from, to)), to < all.size());
    }

    @Override
    public synchronized Option<Row> row(RowKey key) {
        Row row = rows.get(key);
        return row == null ? Option.none() : Option.some(row);
    }

    @Override
    public synchronized VersionedRow versioned(RowKey key) {
        return new VersionedRow(row(key), version(new StreamId(key.kind(), key.key())));
    }

    @Override
    public synchronized Page<Row> rows(RowScan scan) {
        // Keys of one kind and prefix are adjacent: start at the first, stop at the first that differs.
        RowKey from = new RowKey(scan.kind(), scan.prefix().isEmpty() ? FIRST_KEY : scan.prefix());
        Option<RowKey> after = scan.afterKey()
                .map(key -> new RowKey(scan.kind(), key))
                .filter(key -> key.compareTo(from) >= 0);
        NavigableMap<RowKey, Row> there = rows.tailMap(after.getOrElse(from), after.isEmpty());
        // One additional row shows whether there are more.
        Array<Row> found = Array.ofAll(there.values().stream()
                .takeWhile(row -> row.key().kind().equals(scan.kind())
                        && row.key().key().startsWith(scan.prefix()))
                .limit(scan.limit() + 1L));
        return new Page<>(found.take(scan.limit()), found.size() > scan.limit());
    }

    @Override
    public synchronized Option<IdempotencyRecord> answered(RequestKey key) {
        IdempotencyRecord record = answers.get(key);
        return record == null ? Option.none() : Option.some(record);
    }

    @Override
    public synchronized Page<IdempotencyRecord> expired(UnixTime now, Option<IdempotencyRecord> after, int limit) {
        List<IdempotencyRecord> found = answers.values().stream()
                .filter(record -> !record.isAlive(now) && after.forAll(last -> BY_EXPIRY.compare(record, last) > 0))
                .sorted(BY_EXPIRY)
                .toList();
        return page(found, 0, limit);
    }

    @Override
    public synchronized void remove(Seq<IdempotencyRecord> expired) {
        expired.forEach(record -> answers.remove(record.key(), record));
    }
}
