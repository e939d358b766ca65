package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The time of the database server. It is the same for all instances, whatever their own clocks. It is read at most every ten
 * seconds; monotonic time continues between two readings. Safe from any thread.
 */
final class DatabaseClock implements InstantSource {

    private static final String NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    private static final Duration BETWEEN_READINGS = Duration.ofSeconds(10);

    /**
     * A reading is delayed by the network. Smaller differences than this are ignored, so that the time does not jump back and
     * forth.
     */
    private static final long TOLERANCE_MILLIS = 1_000;

    private final LongSupplier nanoTime;
    private final AtomicReference<Reading> latest;

    /**
     * The last reading.
     *
     * @param millis since 1970, at {@code atNanos}
     * @param atNanos the monotonic time of the reading
     */
    private record Reading(long millis, long atNanos) {
        long millisAt(long nanos) {
            return millis + (nanos - atNanos) / 1_000_000;
        }
    }

    private DatabaseClock(LongSupplier nanoTime, Reading first) {
        this.nanoTime = nanoTime;
        this.latest = new AtomicReference<>(first);
    }

    /**
     * The clock of the server that {@code session} is connected to.
     *
     * @param nanoTime as {@link System#nanoTime}
     */
    static DatabaseClock of(PreparedConnection session, LongSupplier nanoTime) throws SQLException {
        return new DatabaseClock(nanoTime, new Reading(read(session), nanoTime.getAsLong()));
    }

    private static long read(PreparedConnection session) throws SQLException {
        return session.first(NOW, row -> row.getLong(1)).get();
    }

    /** Reads the server's clock, if the last reading is ten seconds old. */
    void refresh(PreparedConnection session) throws SQLException {
        Reading before = latest.get();
        if (nanoTime.getAsLong() - before.atNanos() < BETWEEN_READINGS.toNanos()) {
            return;
        }
        long millis = read(session);
        long nanos = nanoTime.getAsLong();
        long expected = before.millisAt(nanos);
        boolean agrees = Math.abs(millis - expected) <= TOLERANCE_MILLIS;
        var unused = latest.compareAndSet(before, new Reading(agrees ? expected : millis, nanos));
    }

    @Override
    public long millis() {
        return latest.get().millisAt(nanoTime.getAsLong());
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }
}
