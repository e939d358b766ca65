package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.QueuedResult;
import dev.mandate.adapters.store.jdbc.WriteHealth;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Writability;
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
 * The queue of this instance's commits. Commits that wait while one transaction is written share the next one. Transactions of
 * all instances take turns, so sharing is needed for many commits a second.
 *
 * <p>If the database fails on a commit (other than by a refusal), the whole transaction is rolled back. Each of its commits is
 * then executed in its own transaction, so that only the faulty one fails.
 */
final class CommitQueue implements AutoCloseable {

    private static final int QUEUE_LENGTH = 4_096;
    private static final int MAX_GROUP = 256;
    private static final long GATHERING_NANOS = 500_000;

    /** Executes commits in their order in one transaction. */
    @FunctionalInterface
    interface Writer {
        Array<Either<CommitRefused, Committed>> write(Array<Commit> group);
    }

    private record Waiting(Commit commit, QueuedResult<Either<CommitRefused, Committed>> result) {}

    private final Writer writer;
    private final Duration patience;
    private final WriteHealth health;
    /** An empty entry marks the end of the queue. */
    private final BlockingQueue<Option<Waiting>> queue = new ArrayBlockingQueue<>(QUEUE_LENGTH);
    private final Thread thread;
    // Created in advance, because the thread may stop for lack of memory.
    private final JournalUnavailableException brokenOff = new JournalUnavailableException(
            Effect.UNKNOWN, "the store has stopped in the middle of its work");
    private final JournalUnavailableException refused = new JournalUnavailableException(
            Effect.NONE, "the store has stopped after a fault of this process");
    private volatile boolean closed;
    private volatile boolean stopped;

    /**
     * Starts the queue's thread.
     *
     * @param patience how long a caller waits for its commit
     * @param health records failed writes
     */
    CommitQueue(Writer writer, Duration patience, WriteHealth health) {
        this.writer = writer;
        this.patience = patience;
        this.health = health;
        // A platform thread: interrupting a virtual thread would break its connection during other callers' commits.
        this.thread = Thread.ofPlatform().name("mandate-journal-writer").daemon(true).start(this::work);
    }

    /** Executes {@code commit} and returns its result once it is on the disk. */
    Either<CommitRefused, Committed> commit(Commit commit) {
        return begin(commit).get();
    }

    /** Queues {@code commit} in the order of these calls. The returned supplier waits until it is on the disk. */
    Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
        Waiting waiting = new Waiting(commit, new QueuedResult<>(patience));
        enqueue(waiting);
        return waiting.result::await;
    }

    /** Whether commits succeed, according to {@link WriteHealth}. */
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
        // Has its maximum size from the start, so that no entry taken from the queue is lost for lack of memory.
        List<Option<Waiting>> group = new ArrayList<>(MAX_GROUP);
        try {
            boolean isLast = false;
            boolean succeeds = true;
            int expected = 1;
            // After a failure, closing does not wait for further groups to fail.
            while (!isLast && !(closed && (queue.isEmpty() || !succeeds))) {
                group.clear();
                gather(group, expected);
                isLast = group.removeIf(Option::isEmpty);
                Array<Waiting> begun = Array.ofAll(group).map(Option::get).filter(waiting -> waiting.result.begin());
                succeeds = begun.isEmpty() || settle(begun);
                expected = Math.min(MAX_GROUP, group.size() + queue.size());
            }
        } catch (InterruptedException e) {
            // only the end of the process interrupts this thread
        } finally {
            stopped = true;
            // Fails the callers that have no result yet because of an error of the JVM (such as no memory).
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
     * Fills the next group with at least one commit. Callers that just received a result often send their next commit at once.
     * So the thread waits briefly for as many commits as the last group had. Otherwise it would start with only the fastest
     * callers.
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

    /** Completes the result of every caller in {@code group}. Returns whether the store accepted commits. */
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

    /** Finishes the queued commits. A thread that hangs on the database ends only with the process. */
    @Override
    public void close() {
        closed = true;
        // Wakes the thread if it waits for an entry. If the queue is full, it does not wait.
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
