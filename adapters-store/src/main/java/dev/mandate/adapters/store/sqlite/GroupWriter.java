package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.QueuedResult;
import dev.mandate.adapters.store.jdbc.SqlWork;
import dev.mandate.adapters.store.jdbc.WriteHealth;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.Writability;
import io.vavr.control.Option;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;

/**
 * The single writing thread. Queued tasks share a transaction, and so one wait for the disk. A caller gets the result of its
 * task after the commit, or a fault. No caller waits longer than ten seconds.
 *
 * <ul>
 *   <li>If a task throws, its transaction is rolled back. Its tasks are executed again, each in its own transaction.
 *   <li>If a transaction can't begin or commit, all its tasks fail at once.
 *   <li>After a commit whose effect is unknown, the file is opened again. A probe then overwrites what that commit may have
 *       left in the log. So readers see the same content as after a restart.
 * </ul>
 */
final class GroupWriter implements AutoCloseable {

    private static final int QUEUE_LENGTH = 4_096;
    private static final int MAX_GROUP = 256;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String PROBE =
            "REPLACE INTO write_probe (number, content) VALUES (1, randomblob(" + WriteHealth.PROBE_BYTES + "))";

    /** Opens the file again. */
    @FunctionalInterface
    interface Opening {
        PreparedConnection open() throws SQLException;
    }

    /** A queued task and its result. */
    private static final class Waiting<T> {
        private final SqlWork<T> task;
        private final QueuedResult<T> result = new QueuedResult<>(PATIENCE);
        private Runnable tell = () -> {};

        Waiting(SqlWork<T> task) {
            this.task = task;
        }

        void run(PreparedConnection session) throws SQLException {
            if (result.begin()) {
                T made = task.run(session);
                tell = () -> result.complete(made);
            }
        }

        void tellResult() {
            tell.run();
        }

        void fail(RuntimeException e) {
            result.fail(e);
        }
    }

    private final Opening opening;
    private final BlockingQueue<Waiting<?>> queue = new ArrayBlockingQueue<>(QUEUE_LENGTH);
    private final WriteHealth health = new WriteHealth(this::probe, System::nanoTime);
    private final Thread thread;
    /** Only the writing thread uses it while that thread runs. */
    private PreparedConnection session;
    private boolean inDoubt;
    private volatile boolean closing;
    private volatile boolean stopped;
    private final JournalUnavailableException whyStopped =
            new JournalUnavailableException(Effect.NONE, "the store is closed");

    /**
     * Takes ownership of {@code session}, which must not be in a transaction.
     *
     * @param opening opens a new session after a fault
     */
    GroupWriter(PreparedConnection session, Opening opening) {
        this.session = session;
        this.opening = opening;
        this.thread = Thread.ofPlatform().name("mandate-journal-writer").daemon(true).start(this::work);
    }

    /** Executes {@code task} on the writing thread, and returns its result once it is on the disk. */
    <T> T write(SqlWork<T> task) {
        return begin(task).get();
    }

    /** Queues {@code task} in the order of these calls. The returned supplier waits until it is on the disk. */
    <T> Supplier<T> begin(SqlWork<T> task) {
        if (closing) {
            throw whyStopped.again();
        }
        Waiting<T> waiting = new Waiting<>(task);
        waiting.result.enqueue(queue, waiting);
        if (stopped) {
            refuseWaiting();
        }
        return waiting.result::await;
    }

    private void probe() {
        var unused = write(writing -> writing.update(PROBE));
    }

    /** Whether commits succeed, according to {@link WriteHealth}. */
    Writability writability() {
        return closing ? Writability.READ_ONLY : health.look();
    }

    private void work() {
        List<Waiting<?>> group = new ArrayList<>();
        try {
            boolean succeeds = true;
            // After a failure, closing does not wait for further groups to fail.
            while (!closing || (succeeds && !queue.isEmpty())) {
                group.clear();
                group.add(queue.take());
                queue.drainTo(group, MAX_GROUP - 1);
                succeeds = write(group).isEmpty();
            }
        } catch (InterruptedException e) {
            // only the end of the process interrupts this thread
        } finally {
            stopped = true;
            closing = true;
            // Fails the callers that have no result yet because of an error of the JVM (such as no memory).
            group.forEach(waiting -> waiting.fail(new JournalUnavailableException(
                    Effect.UNKNOWN, "the store has stopped in the middle of its work", whyStopped)));
            refuseWaiting();
        }
    }

    /** Executes a group and completes its results. Returns the fault if the store accepted none of its tasks. */
    private Option<JournalUnavailableException> write(List<Waiting<?>> group) {
        try {
            begin();
        } catch (SQLException e) {
            return failed(group, SqliteFaults.beforeCommit(e));
        }
        try {
            for (Waiting<?> waiting : group) {
                waiting.run(session);
            }
        } catch (SQLException | RuntimeException e) {
            rollBack();
            return group.size() > 1 ? oneByOne(group) : failedAlone(group.getFirst(), e);
        }
        try {
            session.run("COMMIT");
        } catch (SQLException e) {
            rollBack();
            JournalUnavailableException fault = SqliteFaults.atCommit(e);
            inDoubt = fault.effect() == Effect.UNKNOWN;
            return failed(group, fault);
        }
        group.forEach(Waiting::tellResult);
        return Option.none();
    }

    private void begin() throws SQLException {
        if (inDoubt) {
            session.close();
            session = opening.open();
            session.run("BEGIN IMMEDIATE");
            session.run(PROBE);
            session.run("COMMIT");
            inDoubt = false;
        }
        session.run("BEGIN IMMEDIATE");
    }

    private Option<JournalUnavailableException> oneByOne(List<Waiting<?>> group) {
        for (int i = 0; i < group.size(); i++) {
            Option<JournalUnavailableException> fault = write(List.of(group.get(i)));
            if (fault.isDefined()) {
                group.subList(i + 1, group.size()).forEach(waiting -> waiting.fail(fault.get()));
                return fault;
            }
        }
        return Option.none();
    }

    private Option<JournalUnavailableException> failedAlone(Waiting<?> waiting, Exception e) {
        if (e instanceof SQLException sql) {
            if (!SqliteFaults.isOfContent(sql)) {
                health.failed();
            }
            waiting.fail(SqliteFaults.beforeCommit(sql));
        } else {
            waiting.fail((RuntimeException) e);
        }
        return Option.none();
    }

    private Option<JournalUnavailableException> failed(List<Waiting<?>> group, JournalUnavailableException fault) {
        health.failed();
        group.forEach(waiting -> waiting.fail(fault));
        return Option.some(fault);
    }

    private void rollBack() {
        try {
            session.run("ROLLBACK");
        } catch (SQLException e) {
            // After some faults SQLite has already rolled back. If it has not, the next BEGIN fails and reports it.
        }
    }

    private void refuseWaiting() {
        List<Waiting<?>> late = new ArrayList<>();
        queue.drainTo(late);
        late.forEach(waiting -> waiting.fail(whyStopped));
    }

    /** Finishes the queued tasks and closes the session. A thread that hangs on the disk ends only with the process. */
    @Override
    public void close() throws SQLException {
        closing = true;
        // Wakes the thread if it waits for a task. If the queue is full, it does not wait.
        queue.offer(new Waiting<>(writer -> stopped));
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        refuseWaiting();
        if (!thread.isAlive()) {
            session.close();
        }
    }
}
