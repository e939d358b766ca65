package dev.mandate.adapters.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.SqlWork;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import io.vavr.control.Either;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The connection pool, with retries. If work had no effect and met a temporary fault, it is executed again a few times. The
 * pause between tries grows and has a random part, so that two instances in conflict don't collide again.
 */
final class Connections implements AutoCloseable {

    private static final int TRIES = 5;
    private static final int FIRST_PAUSE_MILLIS = 20;

    private final HikariDataSource pool;
    private final AtomicLong opened;
    private final AtomicLong retries = new AtomicLong();
    /** No retry starts later than this after the first try. */
    private final Duration patience;
    private final BeforeWork before;
    /** Each call holds the read lock. Closing takes the write lock, and so waits for them. */
    private final ReadWriteLock open = new ReentrantReadWriteLock();
    private volatile boolean closed;

    /** Runs on a connection before each work, in its transaction. */
    @FunctionalInterface
    interface BeforeWork {
        void on(PreparedConnection session) throws SQLException;
    }

    private Connections(HikariDataSource pool, AtomicLong opened, Duration patience, BeforeWork before) {
        this.pool = pool;
        this.opened = opened;
        this.patience = patience;
        this.before = before;
    }

    /** Opens a pool. The database must have been reachable a moment ago. */
    static Connections open(PostgresSettings settings, Use use) {
        return open(settings, use, session -> {});
    }

    /** Opens a pool that runs {@code before} ahead of each work. */
    static Connections open(PostgresSettings settings, Use use, BeforeWork before) {
        PostgresTimeouts timeouts = settings.timeouts();
        HikariConfig config = new HikariConfig();
        config.setPoolName("mandate-journal");
        config.setDataSource(source(settings));
        config.setMaximumPoolSize(settings.connections());
        config.setMinimumIdle(2);
        config.setConnectionTimeout(timeouts.pool().toMillis());
        config.setValidationTimeout(Math.min(timeouts.pool().toMillis(), 2_000));
        config.setKeepaliveTime(Duration.ofMinutes(2).toMillis());
        // Each statement must see the commits before it: the turn depends on this.
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionInitSql(use.greeting(timeouts));
        config.setInitializationFailTimeout(-1);
        AtomicLong opened = new AtomicLong();
        config.setMetricsTrackerFactory((name, stats) -> new CountedConnections(opened));
        return new Connections(new HikariDataSource(config), opened, timeouts.pool(), before);
    }

    /** The pool tells it of each connection before it lends it. */
    private record CountedConnections(AtomicLong opened) implements IMetricsTracker {
        @Override
        public void recordConnectionCreatedMillis(long millis) {
            var unused = opened.incrementAndGet();
        }
    }

    /** How many connections the pool has opened. */
    long opened() {
        return opened.get();
    }

    /** How many times work was tried again. */
    long retries() {
        return retries.get();
    }

    /** The purpose of the connections. */
    enum Use {
        WRITING("off"),
        READING("on");

        private final String readOnly;

        Use(String readOnly) {
            this.readOnly = readOnly;
        }

        /**
         * The statement that starts a session. The server enforces the timeouts, so that other instances need not wait for an
         * instance that hangs or lost its network. Commits wait for the disk, whatever the database's default. Whether they
         * wait for replicas is the operator's setting.
         */
        String greeting(PostgresTimeouts timeouts) {
            return "SELECT set_config('statement_timeout', '" + timeouts.statement().toMillis() + "', false),"
                    + " set_config('lock_timeout', '" + timeouts.turn().toMillis() + "', false),"
                    + " set_config('idle_in_transaction_session_timeout', '" + timeouts.idle().toMillis() + "', false),"
                    + " set_config('default_transaction_read_only', '" + readOnly + "', false),"
                    + " set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'"
                    + " ELSE current_setting('synchronous_commit') END, false)"
                    + (this == WRITING ? "; " + PresenceLock.SHARED : "");
        }
    }

    /** Opens one connection without a pool. The caller closes it. */
    static PreparedConnection single(PostgresSettings settings, Use use) throws SQLException {
        PreparedConnection session = new PreparedConnection(source(settings).getConnection());
        try {
            session.connection().setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            session.run(use.greeting(settings.timeouts()));
            return session;
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }

    private static PGSimpleDataSource source(PostgresSettings settings) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(settings.base());
        settings.driverParameters().forEach((name, value) -> {
            try {
                source.setProperty(name, value);
            } catch (SQLException e) {
                throw new IllegalStateException("the driver does not take its own parameter " + name, e);
            }
        });
        return source;
    }

    /** Executes single statements that only read. */
    <T> T read(SqlWork<T> work) {
        return run(Extent.NOTHING, session -> new Written<>(work.run(session), new RoundTrip()));
    }

    /** Executes work whose statements are transactions of their own. Only the last of them changes something. */
    <T> T writeOne(SqlWork<T> work) {
        return run(Extent.STATEMENT, session -> new Written<>(work.run(session), new RoundTrip()));
    }

    /** Executes work in its own transaction, and returns once it is committed. */
    <T> T write(SqlWork<T> work) {
        return commit(session -> new Written<>(work.run(session), new RoundTrip()));
    }

    /** The same. The last statements are sent together with COMMIT. */
    <T> T commit(SqlWork<Written<T>> work) {
        return run(Extent.TRANSACTION, work);
    }

    /**
     * What work results in.
     *
     * @param last statements that are still to be sent
     */
    record Written<T>(T result, RoundTrip last) {}

    /** What takes effect as a whole. */
    private enum Extent {
        NOTHING,
        STATEMENT,
        TRANSACTION
    }

    private <T> T run(Extent extent, SqlWork<Written<T>> work) {
        open.readLock().lock();
        try {
            if (closed) {
                throw closed();
            }
            long begun = System.nanoTime();
            for (int attempt = 1; ; attempt++) {
                Either<Fault, T> outcome = attempt(extent, work);
                if (outcome.isRight()) {
                    return outcome.get();
                }
                Fault fault = outcome.getLeft();
                boolean isLate = System.nanoTime() - begun > patience.toNanos();
                if (attempt == TRIES || isLate || !fault.isWorthAnotherTry()) {
                    throw fault.exception();
                }
                pause(attempt, fault);
                retries.incrementAndGet();
            }
        } finally {
            open.readLock().unlock();
        }
    }

    static JournalUnavailableException closed() {
        return new JournalUnavailableException(
                Effect.NONE, "the store is closed");
    }

    /** The pool rolls back the transaction of a connection that is returned without a commit. */
    private <T> Either<Fault, T> attempt(Extent extent, SqlWork<Written<T>> work) {
        Connection connection;
        try {
            connection = pool.getConnection();
        } catch (SQLException e) {
            return Either.left(Fault.withoutConnection(e));
        }
        PreparedConnection session = new PreparedConnection(connection);
        try {
            Written<T> written;
            try {
                connection.setAutoCommit(extent != Extent.TRANSACTION);
                before.on(session);
            } catch (SQLException e) {
                return Either.left(evicting(connection, Fault.beforeCommit(e)));
            }
            try {
                written = work.run(session);
            } catch (SQLException e) {
                return Either.left(evicting(connection, extent == Extent.STATEMENT ? Fault.atCommit(e) : Fault.beforeCommit(e)));
            }
            if (extent == Extent.TRANSACTION) {
                try {
                    written.last().run("COMMIT");
                    written.last().go(session);
                } catch (SQLException e) {
                    return Either.left(evicting(connection, Fault.atCommit(e)));
                }
            }
            return Either.right(written.result());
        } finally {
            release(session);
        }
    }

    private Fault evicting(Connection connection, Fault fault) {
        if (fault.isOfStandby()) {
            pool.evictConnection(connection);
        }
        return fault;
    }

    private static void release(PreparedConnection session) {
        try {
            session.close();
        } catch (SQLException e) {
            // The work has succeeded or failed already; the pool handles a broken connection.
        }
    }

    private static void pause(int attempt, Fault fault) {
        int most = FIRST_PAUSE_MILLIS << attempt;
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(most / 2, most));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw fault.exception();
        }
    }

    /** Waits for running work, at most as long as the pool waits for a connection. Then it breaks the connections. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = Thread.interrupted();
        boolean isAlone = false;
        try {
            isAlone = open.writeLock().tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            pool.close();
            if (isAlone) {
                open.writeLock().unlock();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
