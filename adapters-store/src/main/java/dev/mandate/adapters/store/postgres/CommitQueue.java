package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.QueuedResult;
import dev.mandate.adapters.store.jdbc.WriteHealth;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.Writability;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The commits of this instance on their way to the database: what waits while one transaction is written shares the next.
 * Since transactions of all instances take turns, this is what makes many commits a second out of few turns.
 *
 * <p>A commit that the database can't take (and not just refuses) takes the others of its transaction back with it: each is
 * then carried out in a transaction of its own, so that only the culprit fails.
 */
final class CommitQueue implements AutoCloseable {

    private static final int QUEUE_LENGTH = 4_096;
    private static final int MAX_GROUP = 256;
    private static final long GATHERING_NANOS = 500_000;

    /** Carries out commits, in their order, in one transaction. */
    @FunctionalInterface
    interface Writer {
        Array<Either<CommitRefused, Committed>> write(Array<Commit> group);
    }

    private record Waiting(Commit commit, QueuedResult<Either<CommitRefused, Committed>> result) {}

    private final Writer writer;
    private final Duration patience;
    private final WriteHealth health;
    /** None is the end: the last that is ever put there. */
    private final BlockingQueue<Option<Waiting>> queue = new ArrayBlockingQueue<>(QUEUE_LENGTH);
    private final Thread thread;
    // Made beforehand: what stops the thread may be that there is no memory left.
    private final JournalUnavailableException brokenOff = new JournalUnavailableException(
            Effect.UNKNOWN, "the store has stopped in the middle of its work", new IllegalStateException("stopped"));
    private final JournalUnavailableException refused = new JournalUnavailableException(
            Effect.NONE, "the store has stopped after a fault of this process", new IllegalStateException("stopped"));
    private volatile boolean closed;
    private volatile boolean stopped;

    /**
     * A queue.
     *
     * @param patience how long a caller waits for its commit
     * @param health is told of failed writes
     */
    CommitQueue(Writer writer, Duration patience, WriteHealth health) {
        this.writer = writer;
        this.patience = patience;
        this.health = health;
        // A platform thread: to interrupt a virtual one would break its connection in the midst of other callers' commits.
        this.thread = Thread.ofPlatform().name("mandate-journal-writer").daemon(true).start(this::work);
    }

    /** Has {@code commit} carried out, and returns what became of it once the disk has it. */
    Either<CommitRefused, Committed> commit(Commit commit) {
        return begin(commit).get();
    }

    /** The same, in the order of these calls; what comes back waits for the disk. */
    Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
        Waiting waiting = new Waiting(commit, new QueuedResult<>(patience));
        enqueue(waiting);
        return waiting.result::await;
    }

    /** Whether commits succeed, as {@link WriteHealth} knows it. */
    Writability writability() {
        return stopped ? Writability.READ_ONLY : health.look();
    }

    private void enqueue(Waiting waiting) {
        if (closed) {
            throw Connections.closed();
        }
        waiting.result.enqueue(queue, Option.some(waiting));
        if (stopped) {
            refuseWaiting();
        }
    }

    private void work() {
        // As long as it may get: what has been taken from the queue is never lost to a lack of memory.
        List<Option<Waiting>> group = new ArrayList<>(MAX_GROUP);
        try {
            boolean isLast = false;
            boolean succeeds = true;
            int expected = 1;
            // Who closes the store does not wait for one group after the other to fail.
            while (!isLast && !(closed && (queue.isEmpty() || !succeeds))) {
                group.clear();
                gather(group, expected);
                isLast = group.removeIf(Option::isEmpty);
                Array<Waiting> begun = Array.ofAll(group).map(Option::get).filter(waiting -> waiting.result.begin());
                succeeds = begun.isEmpty() || settle(begun);
                expected = Math.min(MAX_GROUP, group.size() + queue.size());
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread but a process that ends
        } finally {
            stopped = true;
            // Whom an error of the machine (no memory left, say) kept from being told; all others have been.
            group.forEach(taken -> taken.forEach(waiting -> waiting.result.fail(brokenOff)));
            refuseWaiting();
        }
    }

    private void refuseWaiting() {
        List<Option<Waiting>> late = new ArrayList<>();
        queue.drainTo(late);
        late.forEach(taken -> taken.forEach(waiting -> waiting.result.fail(refused)));
    }

    /**
     * Fills the next group, with at least one. Who has just been answered is often back at once with the next commit, and would find
     * the thread gone with the few who were quicker: so it waits a moment for as many as there were.
     */
    private void gather(List<Option<Waiting>> group, int expected) throws InterruptedException {
        group.add(queue.take());
        long until = System.nanoTime() + GATHERING_NANOS;
        queue.drainTo(group, MAX_GROUP - 1);
        while (group.size() < expected) {
            Option<Waiting> late = queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (late == null) {
                break;
            }
            group.add(late);
        }
    }

    /** Has every caller of {@code group} told; returns whether the store took commits. */
    private boolean settle(Array<Waiting> group) {
        try {
            Array<Either<CommitRefused, Committed>> outcomes = writer.write(group.map(Waiting::commit));
            group.zip(outcomes).forEach(each -> each._1.result.complete(each._2));
            return true;
        } catch (JournalUnavailableException e) {
            boolean isOfContent = Fault.isOfContent(e);
            if (group.size() > 1 && isOfContent) {
                return group.map(alone -> settle(Array.of(alone))).forAll(taken -> taken);
            }
            return failed(group, e, isOfContent);
        } catch (RuntimeException | Error e) {
            return failed(group, new JournalUnavailableException(Effect.UNKNOWN, "broken off in the middle: " + e, e), false);
        }
    }

    private boolean failed(Array<Waiting> group, JournalUnavailableException fault, boolean isOfContent) {
        if (!isOfContent) {
            health.failed();
        }
        group.forEach(waiting -> waiting.result.fail(fault));
        return isOfContent;
    }

    /** Finishes what is waiting. A thread that hangs at the database is left to the end of the process. */
    @Override
    public void close() {
        closed = true;
        // Wakes the thread if it waits; if the queue is full it need not be woken.
        queue.offer(Option.none());
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(patience);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
