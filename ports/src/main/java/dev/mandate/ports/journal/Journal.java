package dev.mandate.ports.journal;

import io.vavr.control.Either;
import java.util.function.Supplier;

/**
 * The engine's memory: streams of events, rows that hold what the events add up to, answers to requests already served, and
 * messages that leave with a commit.
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
 *   <li>Every event carries the hash of the one before it in its stream, and its own, as {@link EventHash} computes them.
 *   <li>What a finished commit wrote, every later read by stream, row or idempotency key sees. {@link #events} and the
 *       outbox may show it a little later, as they must keep the order.
 * </ul>
 *
 * <p>Every call may block, and is safe from any thread. No call reads a clock: time comes with the question. Any call may
 * throw {@link JournalUnavailableException}.
 */
public interface Journal extends JournalReader {

    /** The most items that one page holds; the least is 1. */
    int MAX_PAGE = 1_000;

    /**
     * Commits all of {@code commit}, or nothing.
     *
     * @return the events as recorded, in the commit's order; or the first reason against it, looked for in the order in
     *     which {@link CommitRefused} lists them
     */
    Either<CommitRefused, Committed> commit(Commit commit);

    /**
     * As {@link #commit}, whose answer is waited for later. Commits are carried out in the order in which they were begun, each on what
     * those before it left behind; a store may write many of them at once.
     *
     * @return waits for the answer
     */
    default Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
        Either<CommitRefused, Committed> done = commit(commit);
        return () -> done;
    }

    /**
     * Whether commits succeed. It waits for no commit and costs about as much as reading a row. After a commit that failed by a fault of
     * the store the answer is {@link Writability#READ_ONLY} until a probe succeeds: a write that leaves no trace in the journal. Calls of
     * this method start the probes, at most one every five seconds.
     */
    Writability writability();
}
