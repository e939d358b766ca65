package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.store.Removed;
import dev.mandate.ports.store.Retention;
import dev.mandate.ports.time.ServerClock;

/** Removes expired content in small parts, so that other calls need not wait. Removes nothing while the clock may be wrong. */
final class RetentionWork implements Work {

    /**
     * Content that has expired by this clock may still be valid by the clock of another instance. An idempotency record removed too
     * soon would let a request take effect twice. Clocks that differ by more than this are considered broken.
     */
    static final long MARGIN_SECONDS = 300;

    private static final int AT_ONCE = Journal.MAX_PAGE;

    private final Retention retention;
    private final ServerClock clock;

    RetentionWork(Retention retention, ServerClock clock) {
        this.retention = retention;
        this.clock = clock;
    }

    @Override
    public Progress step() {
        return clock.undisputed().map(this::remove).getOrElse(Progress.IDLE);
    }

    private Progress remove(UnixTime now) {
        Removed removed = retention.removeExpired(now.plusSeconds(-MARGIN_SECONDS), AT_ONCE);
        return removed.answers() == AT_ONCE || removed.rows() == AT_ONCE ? Progress.MORE : Progress.IDLE;
    }
}
