package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.Writability;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
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

    private record Waiting(Commit commit, CompletableFuture<Either<CommitRefused, Committed>> future) {}

    private final Writer writer;
    /** None is the end: the last that is ever put there. */
    private final BlockingQueue<Option<Waiting>> queue = new ArrayBlockingQueue<>(QUEUE_LENGTH);
    private final ReadWriteLock open = new ReentrantReadWriteLock();
    private final Thread thread;
    // Made beforehand: what stops the thread may be that there is no memory left.
    private final JournalUnavailableException brokenOff = new JournalUnavailableException(
            Effect.UNKNOWN, "the store has stopped in the middle of its work", new IllegalStateException("stopped"));
    private final JournalUnavailableException refused = new JournalUnavailableException(
            Effect.NONE, "the store has stopped after a fault of this process", new IllegalStateException("stopped"));
    private boolean closed;
    private volatile boolean stopped;

    CommitQueue(Writer writer) {
        this.writer = writer;
        // A platform thread: to interrupt a virtual one would break its connection in the midst of other callers' commits.
        this.thread = Thread.ofPlatform().name("mandate-journal-writer").daemon(true).start(this::work);
    }

    /** Has {@code commit} carried out, and returns what became of it once the disk has it. */
    Either<CommitRefused, Committed> commit(Commit commit) {
        return begin(commit).get();
    }

    /** The same, in the order of these calls; what comes back waits for the disk. */
    Supplier<Either<CommitRefused, Committed>> begin(Commit commit) {
        Waiting waiting = new Waiting(commit, new CompletableFuture<>());
        enqueue(waiting);
        return () -> outcome(waiting);
    }

    private static Either<CommitRefused, Committed> outcome(Waiting waiting) {
        try {
            return waiting.future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof JournalUnavailableException unavailable) {
                throw unavailable.again();
            }
            throw e;
        }
    }

    /** Whether the writing thread is there. */
    Writability writability() {
        return stopped ? Writability.READ_ONLY : Writability.WRITABLE;
    }

    private void enqueue(Waiting waiting) {
        open.readLock().lock();
        try {
            if (closed) {
                throw Connections.closed();
            }
            queue.put(Option.some(waiting));
            if (stopped) {
                refuseWaiting();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailableException(Effect.NONE, "interrupted before anything was written", e);
        } finally {
            open.readLock().unlock();
        }
    }

    private void work() {
        // As long as it may get: what has been taken from the queue is never lost to a lack of memory.
        List<Option<Waiting>> group = new ArrayList<>(MAX_GROUP);
        try {
            boolean isLast = false;
            int expected = 1;
            while (!isLast) {
                group.clear();
                gather(group, expected);
                isLast = group.removeIf(Option::isEmpty);
                if (!group.isEmpty()) {
                    settle(Array.ofAll(group).map(Option::get));
                }
                expected = Math.min(MAX_GROUP, group.size() + queue.size());
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread but a process that ends
        } finally {
            stopped = true;
            // Whom an error of the machine (no memory left, say) kept from being told; all others have been.
            group.forEach(taken -> taken.forEach(waiting -> waiting.future.completeExceptionally(brokenOff)));
            refuseWaiting();
        }
    }

    private void refuseWaiting() {
        List<Option<Waiting>> late = new ArrayList<>();
        queue.drainTo(late);
        late.forEach(taken -> taken.forEach(waiting -> waiting.future.completeExceptionally(refused)));
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

    /** Has every caller of {@code group} told. */
    private void settle(Array<Waiting> group) {
        try {
            Array<Either<CommitRefused, Committed>> outcomes = writer.write(group.map(Waiting::commit));
            group.zip(outcomes).forEach(each -> each._1.future.complete(each._2));
        } catch (JournalUnavailableException e) {
            if (group.size() > 1 && Fault.isOfContent(e)) {
                group.forEach(alone -> settle(Array.of(alone)));
            } else {
                group.forEach(waiting -> waiting.future.completeExceptionally(e));
            }
        } catch (RuntimeException | Error e) {
            JournalUnavailableException fault =
                    new JournalUnavailableException(Effect.UNKNOWN, "broken off in the middle: " + e, e);
            group.forEach(waiting -> waiting.future.completeExceptionally(fault));
        }
    }

    /** Finishes what is waiting. */
    @Override
    public void close() {
        open.writeLock().lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            while (!queue.offer(Option.none())) {
                // The thread makes room, and nobody else fills it any more.
                Thread.onSpinWait();
            }
        } finally {
            open.writeLock().unlock();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
