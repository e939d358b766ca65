package dev.mandate.adapters.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.adapters.store.jdbc.SqlWork;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.JournalUnavailableException;
import io.vavr.control.Either;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The pool of connections, and what is done about their faults: work that had no effect and met a fault that passes is done
 * again, a few times, after a pause that grows and is never quite the same for two who got in each other's way.
 */
final class Connections implements AutoCloseable {

    private static final int TRIES = 5;
    private static final int FIRST_PAUSE_MILLIS = 20;

    private final HikariDataSource pool;
    /** No try begins later than this after the first. */
    private final Duration patience;
    private final BeforeWork before;
    /** Those at work hold it for reading; who closes waits for them. */
    private final ReadWriteLock open = new ReentrantReadWriteLock();
    private volatile boolean closed;

    /** Is called on a connection before each work, in its transaction. */
    @FunctionalInterface
    interface BeforeWork {
        void on(Session session) throws SQLException;
    }

    private Connections(HikariDataSource pool, Duration patience, BeforeWork before) {
        this.pool = pool;
        this.patience = patience;
        this.before = before;
    }

    /** Connections to a database that was reachable a moment ago. */
    static Connections open(PostgresSettings settings, Use use) {
        return open(settings, use, session -> {});
    }

    /** The same, with something to do before each work. */
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
        // Each statement of a transaction is to see what others committed before it: the turn rests on that.
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionInitSql(use.greeting(timeouts));
        config.setInitializationFailTimeout(-1);
        return new Connections(new HikariDataSource(config), timeouts.pool(), before);
    }

    /** What the connections are for. */
    enum Use {
        WRITING("off"),
        READING("on");

        private final String readOnly;

        Use(String readOnly) {
            this.readOnly = readOnly;
        }

        /**
         * What a session begins with. Timeouts of the server's own, so that an instance that hangs, or has lost its network,
         * is not waited for by the others. Commits wait for the disk, whatever the database's default is; replicas are waited
         * for as the operator has it.
         */
        String greeting(PostgresTimeouts timeouts) {
            return "SELECT set_config('statement_timeout', '" + timeouts.statement().toMillis() + "', false),"
                    + " set_config('lock_timeout', '" + timeouts.turn().toMillis() + "', false),"
                    + " set_config('idle_in_transaction_session_timeout', '" + timeouts.idle().toMillis() + "', false),"
                    + " set_config('default_transaction_read_only', '" + readOnly + "', false),"
                    + " set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'"
                    + " ELSE current_setting('synchronous_commit') END, false)";
        }
    }

    /** One connection without a pool, which the caller closes. */
    static Session single(PostgresSettings settings, Use use) throws SQLException {
        Session session = new Session(source(settings).getConnection());
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

    /** Has single statements that read done. */
    <T> T read(SqlWork<T> work) {
        return run(false, work);
    }

    /** Has work done in a transaction of its own, and returns once it is committed. */
    <T> T write(SqlWork<T> work) {
        return run(true, work);
    }

    private <T> T run(boolean inTransaction, SqlWork<T> work) {
        open.readLock().lock();
        try {
            if (closed) {
                throw closed();
            }
            long begun = System.nanoTime();
            for (int attempt = 1; ; attempt++) {
                Either<Fault, T> outcome = attempt(inTransaction, work);
                if (outcome.isRight()) {
                    return outcome.get();
                }
                Fault fault = outcome.getLeft();
                boolean isLate = System.nanoTime() - begun > patience.toNanos();
                if (attempt == TRIES || isLate || !fault.isWorthAnotherTry()) {
                    throw fault.exception();
                }
                pause(attempt, fault);
            }
        } finally {
            open.readLock().unlock();
        }
    }

    static JournalUnavailableException closed() {
        return new JournalUnavailableException(
                Effect.NONE, "the store is closed", new IllegalStateException("closed"));
    }

    /** What is not committed when the connection goes back to the pool, the pool rolls back. */
    private <T> Either<Fault, T> attempt(boolean inTransaction, SqlWork<T> work) {
        Connection connection;
        try {
            connection = pool.getConnection();
        } catch (SQLException e) {
            return Either.left(Fault.withoutConnection(e));
        }
        Session session = new Session(connection);
        try {
            T result;
            try {
                connection.setAutoCommit(!inTransaction);
                before.on(session);
                result = work.run(session);
            } catch (SQLException e) {
                Fault fault = Fault.beforeCommit(e);
                if (fault.isOfStandby()) {
                    pool.evictConnection(connection);
                }
                return Either.left(fault);
            }
            if (inTransaction) {
                try {
                    connection.commit();
                } catch (SQLException e) {
                    return Either.left(Fault.atCommit(e));
                }
            }
            return Either.right(result);
        } finally {
            release(session);
        }
    }

    private static void release(Session session) {
        try {
            session.close();
        } catch (SQLException e) {
            // The work is done or has failed already; what became of the connection is the pool's concern.
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

    /** Waits for the work that goes on, but not longer than the pool waits for a connection: then it breaks their connections. */
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
