package dev.mandate.adapters.store.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Writability;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WriteHealthTest {

    private final AtomicLong nanos = new AtomicLong();
    /** Each probe waits for its outcome. */
    private final BlockingQueue<Boolean> outcomes = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> probes = new LinkedBlockingQueue<>();
    private final WriteHealth health = new WriteHealth(this::probe, nanos::get);

    private void probe() {
        probes.add("begun");
        try {
            if (!outcomes.take()) {
                throw new JournalUnavailableException(Effect.NONE, "no room");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            probes.add("ended");
        }
    }

    private void passSeconds(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private void requireProbe(String stage) throws InterruptedException {
        assertEquals(stage, probes.poll(20, TimeUnit.SECONDS));
    }

    private void awaitWritable() {
        while (health.look() != Writability.WRITABLE) {
            Thread.onSpinWait();
        }
    }

    @Test
    void withoutAFailureNothingIsProbed() {
        assertEquals(Writability.WRITABLE, health.look());
        assertTrue(probes.isEmpty());
    }

    @Test
    void fromAFailedWriteOnItIsReadOnlyUntilAProbeSucceeds() throws Exception {
        health.failed();
        assertEquals(Writability.READ_ONLY, health.look());
        requireProbe("begun");
        assertEquals(Writability.READ_ONLY, health.look(), "the probe goes on");
        outcomes.add(true);
        awaitWritable();
    }

    @Test
    void aProbeThatFailsIsFollowedByAnotherOneFiveSecondsLater() throws Exception {
        health.failed();
        outcomes.add(false);
        assertEquals(Writability.READ_ONLY, health.look());
        requireProbe("begun");
        requireProbe("ended");
        passSeconds(4);
        assertEquals(Writability.READ_ONLY, health.look());
        assertTrue(probes.isEmpty(), "no probe before its time");
        passSeconds(1);
        outcomes.add(true);
        awaitWritable();
    }

    @Test
    void aWriteThatFailsBesideAProbeKeepsItReadOnly() throws Exception {
        health.failed();
        assertEquals(Writability.READ_ONLY, health.look());
        requireProbe("begun");
        health.failed();
        outcomes.add(true);
        requireProbe("ended");
        passSeconds(4);
        assertEquals(Writability.READ_ONLY, health.look());
    }
}
