package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.store.Removed;
import dev.mandate.ports.store.Retention;
import dev.mandate.ports.time.ServerClock;

/** Removes what has expired, a little at a time so that others need not wait; nothing while the clock may be wrong. */
final class RetentionWork implements Work {

    /**
     * What expired by this clock may still count by that of another instance: a nonce that is gone too soon could be used
     * twice. Clocks that differ by more are broken.
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
