package dev.mandate.adapters.store.jdbc;

import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.Writability;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Whether writes succeed: not from a failed write until a probe succeeds. Safe from any thread. */
public final class WriteHealth {

    /** Between the beginnings of two probes. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /**
     * How much a probe writes. More than a usual commit does, since a full disk may have room for a small one: a failed commit leaves
     * space behind in the files that the database writes first.
     */
    public static final int PROBE_BYTES = 256 * 1024;

    private final Runnable probe;
    private final LongSupplier nanoTime;
    private long failures;
    private long failuresBeforeProbe;
    private long nextProbeNanos;

    /**
     * Health without a failure so far.
     *
     * @param probe writes {@link #PROBE_BYTES}, and returns once they are on the disk
     * @param nanoTime what {@link System#nanoTime} is
     */
    public WriteHealth(Runnable probe, LongSupplier nanoTime) {
        this.probe = probe;
        this.nanoTime = nanoTime;
        this.nextProbeNanos = nanoTime.getAsLong();
    }

    /** A write has failed, and not for its content. */
    public synchronized void failed() {
        failures++;
    }

    /** The state right now. If writes fail, it starts a probe at most every five seconds, and does not wait for it. */
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
            // So it stays as it is, until the next probe.
            return;
        }
    }

    private synchronized void succeeded(long failed) {
        failuresBeforeProbe = failed;
    }
}
