package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.adapters.store.jdbc.SqlWork;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.Writability;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The one thread that writes. What waits when it comes round goes into one transaction, and so shares one wait for the disk;
 * each caller hears of its own work after that wait, whatever came of it.
 *
 * <p>A task that throws takes the others of its transaction back with it: they are then carried out again, each in its own,
 * so that only the culprit fails.
 */
final class GroupWriter implements AutoCloseable {

    private static final int QUEUE_LENGTH = 4_096;
    private static final int MAX_GROUP = 256;

    /** A task, what it made, and who waits for it. */
    private static final class Waiting<T> {
        private final SqlWork<T> task;
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private Runnable tell = () -> {};

        Waiting(SqlWork<T> task) {
            this.task = task;
        }

        void run(Session session) throws SQLException {
            T result = task.run(session);
            tell = () -> future.complete(result);
        }

        void tellResult() {
            tell.run();
        }

        void fail(RuntimeException e) {
            future.completeExceptionally(e);
        }
    }

    private final Session session;
    private final BlockingQueue<Waiting<?>> queue = new ArrayBlockingQueue<>(QUEUE_LENGTH);
    private final Thread thread;
    private volatile boolean closing;
    private volatile boolean stopped;
    private volatile JournalUnavailableException whyStopped =
            new JournalUnavailableException(Effect.NONE, "the store is closed", new IllegalStateException("closed"));

    /** Takes over {@code session}, which must not be in a transaction. */
    GroupWriter(Session session) {
        this.session = session;
        this.thread = Thread.ofPlatform().name("mandate-journal-writer").daemon(true).start(this::work);
    }

    /** Has the writing thread do {@code task}, and returns what it made once the disk has it. */
    <T> T write(SqlWork<T> task) {
        return begin(task).get();
    }

    /** The same, in the order of these calls; what comes back waits for the disk. */
    <T> Supplier<T> begin(SqlWork<T> task) {
        if (closing) {
            throw whyStopped.again();
        }
        Waiting<T> waiting = new Waiting<>(task);
        try {
            queue.put(waiting);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailableException(Effect.NONE, "interrupted before anything was written", e);
        }
        if (stopped) {
            refuseWaiting();
        }
        return () -> made(waiting);
    }

    private static <T> T made(Waiting<T> waiting) {
        try {
            return waiting.future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof JournalUnavailableException unavailable) {
                throw unavailable.again();
            }
            throw e;
        }
    }

    /** Whether the writing thread is there; whether the disk has room, only a write tells. */
    Writability writability() {
        return closing ? Writability.READ_ONLY : Writability.WRITABLE;
    }

    private void work() {
        List<Waiting<?>> group = new ArrayList<>();
        try {
            while (!closing || !queue.isEmpty()) {
                group.clear();
                group.add(queue.take());
                queue.drainTo(group, MAX_GROUP - 1);
                if (!write(group)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread but a process that ends
        } finally {
            stopped = true;
            closing = true;
            // Whom an error of the machine (no memory left, say) kept from being told; all others have been.
            group.forEach(waiting -> waiting.fail(new JournalUnavailableException(
                    Effect.UNKNOWN, "the store has stopped in the middle of its work", whyStopped)));
            refuseWaiting();
        }
    }

    /** Whether the file can still be trusted to hold what is written to it. */
    private boolean write(List<Waiting<?>> group) {
        try {
            session.run("BEGIN IMMEDIATE");
            for (Waiting<?> waiting : group) {
                waiting.run(session);
            }
        } catch (SQLException | RuntimeException e) {
            rollBack();
            if (group.size() > 1) {
                return group.stream().allMatch(alone -> write(List.of(alone)));
            }
            group.getFirst().fail(e instanceof SQLException sql ? SqliteFaults.beforeCommit(sql) : (RuntimeException) e);
            return true;
        }
        try {
            session.run("COMMIT");
        } catch (SQLException e) {
            rollBack();
            JournalUnavailableException fault = SqliteFaults.atCommit(e);
            group.forEach(waiting -> waiting.fail(fault));
            if (fault.effect() == Effect.UNKNOWN) {
                // What the disk holds now only recovery can tell, when the file is opened again.
                whyStopped = new JournalUnavailableException(
                        Effect.NONE, "the store has stopped after a fault of its disk", fault);
            }
            return fault.effect() == Effect.NONE;
        }
        group.forEach(Waiting::tellResult);
        return true;
    }

    private void rollBack() {
        try {
            session.run("ROLLBACK");
        } catch (SQLException e) {
            // After some faults SQLite has rolled back by itself. If not, the next BEGIN fails and says so.
        }
    }

    private void refuseWaiting() {
        List<Waiting<?>> late = new ArrayList<>();
        queue.drainTo(late);
        late.forEach(waiting -> waiting.fail(whyStopped));
    }

    /** Finishes what is waiting, and closes the session. */
    @Override
    public void close() throws SQLException {
        closing = true;
        // Wakes the thread if it waits; if the queue is full it need not be woken.
        queue.offer(new Waiting<>(writer -> stopped));
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
        refuseWaiting();
        session.close();
    }
}
