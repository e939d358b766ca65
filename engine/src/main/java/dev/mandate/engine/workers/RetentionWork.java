package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.store.Retention;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;

/** Removes expired answers in small parts, so that other calls need not wait. Removes nothing while the clock may be wrong. */
final class RetentionWork implements Work {

    /**
     * An answer that has expired by this clock may still be valid by the clock of another instance. If it were removed too soon, a request
     * could take effect twice. Clocks that differ by more than this are considered broken.
     */
    static final long MARGIN_SECONDS = 300;

    private static final int AT_ONCE = Journal.MAX_PAGE;

    private final Retention retention;
    private final ServerClock clock;

    /** The last answer of the page before; none where a pass begins. */
    private volatile Option<IdempotencyRecord> after = Option.none();

    RetentionWork(Retention retention, ServerClock clock) {
        this.retention = retention;
        this.clock = clock;
    }

    @Override
    public Progress step() {
        return clock.undisputed().map(this::remove).getOrElse(Progress.IDLE);
    }

    private Progress remove(UnixTime now) {
        Page<IdempotencyRecord> expired = retention.expired(now.plusSeconds(-MARGIN_SECONDS), after, AT_ONCE);
        // The next step continues behind this page even if the removal fails, so that damaged answers do not keep the others.
        after = expired.hasMore() ? expired.items().lastOption() : Option.none();
        retention.remove(expired.items());
        return expired.hasMore() ? Progress.MORE : Progress.IDLE;
    }
}
