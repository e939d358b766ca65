package dev.mandate.ports.spi.journal;

import io.vavr.control.Either;
import java.util.function.Supplier;

/**
 * The engine's durable store. It contains streams of events, rows derived from the events, the answers to earlier requests, and
 * the outbox messages of commits.
 *
 * <p>Every implementation guarantees:
 *
 * <ul>
 *   <li>A {@link Commit} takes effect as a whole or not at all. It is durable when {@link #commit} returns.
 *   <li>If several commits expect the same version of a stream, exactly one succeeds. The others are refused with the actual
 *       version.
 *   <li>A stream's versions are 1, 2, 3 and so on without a gap. A stream without events has version 0.
 *   <li>Positions order all events of the journal. They increase along every stream and within every commit; they may skip
 *       numbers. A reader that has seen a position never finds a new event below it.
 *   <li>Every event contains its own hash and the hash of the previous event in its stream. {@link EventHash} defines both.
 *   <li>Reads by stream, row or idempotency key see every finished commit. {@link #events} and the outbox may show a commit a
 *       little later, because they preserve the order.
 * </ul>
 *
 * <p>Every call may block and is safe from any thread. No call reads a clock: the caller passes the time. Any call may throw
 * {@link JournalUnavailableException}. A call of an interrupted thread may throw it, too: the thread stays interrupted, and other
 * calls are not affected.
 */
public interface Journal extends JournalReader {

    /** The maximum number of items in one page. The minimum is 1. */
    int MAX_PAGE = 1_000;

    /**
     * Commits all of {@code commit}, or nothing.
     *
     * @return the events as recorded, in the commit's order; or the first reason for the refusal, in the order of {@link
     *     CommitRefused}
     */
    Either<CommitRefused, Committed> commit(Commit commit);

    /**
     * Starts a commit without waiting for its result. Commits are executed in the order in which they were started. Each sees
     * the effects of the earlier ones. A store may write many commits in one transaction.
     *
     * @return waits for the result of {@link #commit}
     */
    default Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
        Either<CommitRefused, Committed> done = commit(commit);
        return () -> done;
    }

    /**
     * Reports whether commits are expected to succeed. The call waits for no commit and costs about as much as reading a row.
     * After a commit failed by a fault of the store, the result is {@link Writability#READ_ONLY} until a probe succeeds. A
     * probe is a write that leaves no trace in the journal. Calls of this method start the probes, at most one every five
     * seconds.
     */
    Writability writability();
}
