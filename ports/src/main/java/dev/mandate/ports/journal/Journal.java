package dev.mandate.ports.journal;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The engine's memory: streams of events, rows that hold what the events add up to, answers to requests already served, and
 * an outbox.
 *
 * <p>Guarantees, of every implementation:
 *
 * <ul>
 *   <li>A {@link Commit} takes effect as a whole or not at all, and once {@link #commit} has answered, it stays.
 *   <li>Of commits that race for one version of a stream, exactly one wins; the others are refused with the version that
 *       they met.
 *   <li>A stream's versions are 1, 2, 3 and so on without a gap. A stream without events has version 0.
 *   <li>Positions order all events of the journal. They increase along every stream and within every commit; they may skip
 *       numbers. A reader who has seen a position never finds a new event below it.
 *   <li>What a finished commit wrote, every later read by stream, row or idempotency key sees. {@link #events} and
 *       {@link #outbox} may show it a little later, as they must keep the order.
 * </ul>
 *
 * <p>Every call may block, and is safe from any thread. No call reads a clock: time comes with the question. Any call may
 * throw {@link JournalUnavailableException}; an illegal page size is an {@link IllegalArgumentException}.
 */
public interface Journal {

    /** The most items that one page holds; the least is 1. */
    int MAX_PAGE = 1_000;

    /**
     * Commits all of {@code commit}, or nothing.
     *
     * @return the events as recorded, in the commit's order; or the first reason against it, looked for in the order in
     *     which {@link CommitRefused} lists them
     */
    Either<CommitRefused, Committed> commit(Commit commit);

    /** How many events {@code stream} has, which is its version. */
    long version(StreamId stream);

    /** Events of {@code stream} with versions above {@code afterVersion}, in order; at most {@code limit}. */
    Page<RecordedEvent> stream(StreamId stream, long afterVersion, int limit);

    /** Events of all streams with positions above {@code afterPosition}, in order; at most {@code limit}. */
    Page<RecordedEvent> events(long afterPosition, int limit);

    /** The row under {@code key}, if there is one. */
    Option<Row> row(RowKey key);

    /** The rows that {@code scan} asks for, in the order of their keys. */
    Page<Row> rows(RowScan scan);

    /** The answer recorded under {@code key}, unless it has expired by {@code now}. */
    Option<IdempotencyRecord> answered(IdempotencyKey key, UnixTime now);

    /** Outbox entries with numbers above {@code afterNumber}, in order; at most {@code limit}. */
    Page<RecordedMessage> outbox(long afterNumber, int limit);
}
