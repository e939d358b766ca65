package dev.mandate.adapters.store.jdbc;

import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Writability;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Tracks whether writes succeed. After a failed write they count as failing until a probe succeeds. Safe from any thread. */
public final class WriteHealth {

    /** The time between the starts of two probes. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /**
     * The size of a probe. It is larger than a usual commit, because a full disk may still have room for a small one. A failed
     * commit leaves free space in the files that the database writes first.
     */
    public static final int PROBE_BYTES = 256 * 1024;

    private final Runnable probe;
    private final LongSupplier nanoTime;
    private long failures;
    private long failuresBeforeProbe;
    private long nextProbeNanos;

    /**
     * Starts without a failure.
     *
     * @param probe writes {@link #PROBE_BYTES}, and returns once they are on the disk
     * @param nanoTime as {@link System#nanoTime}
     */
    public WriteHealth(Runnable probe, LongSupplier nanoTime) {
        this.probe = probe;
        this.nanoTime = nanoTime;
        this.nextProbeNanos = nanoTime.getAsLong();
    }

    /** Records that a write failed for a reason other than its content. */
    public synchronized void failed() {
        failures++;
    }

    /** The current state. If writes fail, it starts a probe at most every five seconds, and does not wait for it. */
    public synchronized Writability look() {
        if (failures == failuresBeforeProbe) {
            return Writability.WRITABLE;
        }
        long now = nanoTime.getAsLong();
        if (now - nextProbeNanos >= 0) {
            nextProbeNanos = now + PAUSE.toNanos();
            long failed = failures;
            var unused = Thread.ofVirtual().name("mandate-journal-probe").start(() -> probe(failed));
        }
        return Writability.READ_ONLY;
    }

    private void probe(long failed) {
        try {
            probe.run();
            succeeded(failed);
        } catch (JournalUnavailableException e) {
            // The state stays read only until the next probe.
            return;
        }
    }

    private synchronized void succeeded(long failed) {
        failuresBeforeProbe = failed;
    }
}
