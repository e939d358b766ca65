package dev.mandate.adapters.store.postgres;

import io.vavr.collection.Array;
import java.time.Duration;

/**
 * How long a store waits for its database before it throws {@link dev.mandate.ports.spi.journal.JournalUnavailableException}.
 *
 * @param pool for a connection, if all are in use or the database does not answer; also the time after the first try within
 *     which a retry may start
 * @param connect for the database to accept a connection; whole seconds
 * @param statement for one statement, including its wait for locks; whole seconds
 * @param turn for the commits of other instances. An instance that hangs during a commit loses its turn after a fifth of this
 *     time, so that the others need not fail
 */
public record PostgresTimeouts(Duration pool, Duration connect, Duration statement, Duration turn) {

    /** Five seconds each, and eight for a statement. */
    public static final PostgresTimeouts DEFAULT = new PostgresTimeouts(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(8), Duration.ofSeconds(5));

    private static final long LEAST_MILLIS = 250;

    public PostgresTimeouts {
        if (Array.of(pool, connect, statement, turn).exists(timeout -> timeout.toMillis() < LEAST_MILLIS)) {
            throw new IllegalArgumentException("nobody answers within less than " + LEAST_MILLIS + " ms");
        }
    }

    /** After this the server ends a session that does nothing within its transaction. */
    Duration idle() {
        return Duration.ofMillis(Math.max(LEAST_MILLIS, turn.toMillis() / 5));
    }
}
