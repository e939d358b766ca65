package dev.mandate.adapters.store.postgres;

import io.vavr.collection.Array;
import java.time.Duration;

/**
 * How long a store waits for its database before it says that it is unavailable.
 *
 * @param pool for a connection, when all are in use or the database does not answer; and so long after the first try of
 *     something the last one may begin
 * @param connect for the database to take a connection; whole seconds
 * @param statement for one statement, its waiting for others included; whole seconds
 * @param turn for the other instances to have committed. An instance that hangs in the middle of a commit loses its turn after a
 *     fifth of this time, so that the others need not fail
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
