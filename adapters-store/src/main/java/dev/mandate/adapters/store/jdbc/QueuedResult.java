package dev.mandate.adapters.store.jdbc;

import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The result of a task that another thread executes. The caller waits until a deadline. A task that has not started by then
 * never starts.
 */
public final class QueuedResult<T> {

    private enum Stage {
        QUEUED,
        BEGUN,
        GIVEN_UP
    }

    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);
    private final Duration patience;
    private final long since = System.nanoTime();

    /**
     * A result that is still pending.
     *
     * @param patience how long the caller waits, from now on
     */
    public QueuedResult(Duration patience) {
        this.patience = patience;
    }

    private long remainingNanos() {
        return patience.toNanos() - (System.nanoTime() - since);
    }

    /**
     * Puts {@code entry} into a queue.
     *
     * @throws JournalUnavailableException if the queue has no room before the deadline
     */
    public <Q> void enqueue(BlockingQueue<Q> queue, Q entry) {
        try {
            if (!queue.offer(entry, remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw late(Effect.NONE, "too many commits are waiting");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailableException(Effect.NONE, "interrupted before anything was written", e);
        }
    }

    /**
     * Call this before each execution of the task, repeated ones included. If it returns false, the caller has given up and the
     * task must not run.
     */
    public boolean begin() {
        return stage.compareAndSet(Stage.QUEUED, Stage.BEGUN) || stage.get() == Stage.BEGUN;
    }

    public void complete(T result) {
        future.complete(result);
    }

    public void fail(RuntimeException fault) {
        future.completeExceptionally(fault);
    }

    /**
     * Waits for the result. An interrupt does not end the wait, because the task may take effect.
     *
     * @throws JournalUnavailableException if the task failed or the deadline has passed
     */
    public T await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get(remainingNanos(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw stage.compareAndSet(Stage.QUEUED, Stage.GIVEN_UP)
                    ? late(Effect.NONE, "commits before this one take too long")
                    : late(Effect.UNKNOWN, "the commit takes too long");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof JournalUnavailableException unavailable) {
                throw unavailable.again();
            }
            throw new CompletionException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private JournalUnavailableException late(Effect effect, String why) {
        String detail = "no answer of the store within " + patience.toMillis() + " ms: " + why;
        return new JournalUnavailableException(effect, detail, new TimeoutException(why));
    }
}
