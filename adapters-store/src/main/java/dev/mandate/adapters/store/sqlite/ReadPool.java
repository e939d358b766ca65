package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.SqlWork;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import io.vavr.control.Option;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/** Connections for reading. Readers and the writer do not wait for each other. */
final class ReadPool implements AutoCloseable {

    private static final int SIZE = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<PreparedConnection> sessions;
    /** Last in, first out: the pages of the last used session are cached. */
    private final BlockingDeque<PreparedConnection> idle = new LinkedBlockingDeque<>(SIZE);
    private volatile boolean closed;

    private ReadPool(List<PreparedConnection> sessions) {
        this.sessions = sessions;
        this.idle.addAll(sessions);
    }

    static ReadPool open(SqliteFile file) throws SQLException {
        List<PreparedConnection> sessions = new ArrayList<>();
        try {
            for (int i = 0; i < SIZE; i++) {
                sessions.add(file.openReader());
            }
            return new ReadPool(sessions);
        } catch (SQLException e) {
            for (PreparedConnection session : sessions) {
                session.close();
            }
            throw e;
        }
    }

    <T> T read(SqlWork<T> query) {
        PreparedConnection session = take();
        try {
            return query.run(session);
        } catch (SQLException e) {
            throw SqliteFaults.beforeCommit(e);
        } finally {
            idle.addFirst(session);
        }
    }

    private PreparedConnection take() {
        if (closed) {
            throw new JournalUnavailableException(
                    Effect.NONE, "the store is closed");
        }
        try {
            return Option.of(idle.poll(PATIENCE.toNanos(), TimeUnit.NANOSECONDS))
                    .getOrElseThrow(() -> new JournalUnavailableException(
                            Effect.NONE, "no answer of the store: all reads take too long"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailableException(Effect.NONE, "interrupted before anything was read", e);
        }
    }

    /** Waits for running reads, but not for one that hangs. Closing again has no effect. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        boolean interrupted = Thread.interrupted();
        long until = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (int i = 0; i < sessions.size(); i++) {
                PreparedConnection session = idle.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (session != null) {
                    session.close();
                }
            }
        } catch (SQLException e) {
            throw SqliteFaults.onClosing(e);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
