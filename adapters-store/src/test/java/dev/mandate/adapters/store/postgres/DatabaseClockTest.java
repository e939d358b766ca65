package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads the clock of a real server. The test controls the monotonic time. */
class DatabaseClockTest {

    private final Database database = Database.required();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private PreparedConnection session;

    @BeforeEach
    void connect() throws Exception {
        session = Connections.single(Database.settings(database.freshSchema()), Connections.Use.WRITING);
    }

    @AfterEach
    void closeAll() throws Exception {
        session.close();
        database.close();
    }

    private long serverMillis() throws Exception {
        return session.first("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", row -> row.getLong(1)).get();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void itIsTheServersTimeAndGoesOnByMonotonicTime() throws Exception {
        long before = serverMillis();
        DatabaseClock clock = DatabaseClock.of(session, nanos::get);
        long read = clock.millis();
        assertTrue(before <= read && read <= serverMillis());

        pass(Duration.ofMillis(1_500));
        assertEquals(read + 1_500, clock.millis());
        assertEquals(read + 1_500, clock.instant().toEpochMilli());
    }

    @Test
    void aDifferenceFromTheServerEndsWithTheNextReading() throws Exception {
        DatabaseClock clock = DatabaseClock.of(session, nanos::get);
        long read = clock.millis();

        pass(Duration.ofSeconds(9));
        clock.refresh(session);
        assertEquals(read + 9_000, clock.millis(), "not read again yet");
        pass(Duration.ofHours(2));
        long before = serverMillis();
        clock.refresh(session);
        assertTrue(before <= clock.millis() && clock.millis() <= serverMillis());
    }

    @Test
    void aStoresConnectionsReadItBeforeTheyWork() throws Exception {
        DatabaseClock clock = DatabaseClock.of(session, nanos::get);
        PostgresSettings settings = Database.settings(database.url());
        try (Connections connections = Connections.open(settings, Connections.Use.WRITING, clock::refresh)) {
            pass(Duration.ofHours(2));
            long before = serverMillis();
            assertEquals(1, connections.<Integer>read(reading -> reading.first("SELECT 1", row -> row.getInt(1)).get()));
            assertTrue(before <= clock.millis() && clock.millis() <= serverMillis());
        }
    }
}
