package dev.mandate.engine.time;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The machine's wall clock without its jumps. It follows the wall clock while that agrees with monotonic time to a minute. A larger step is
 * logged and ignored until it has persisted for ten minutes. Meanwhile the time advances with monotonic time. Safe from any thread.
 */
public final class SteadyClock implements ServerClock {

    /** The maximum difference of the two clocks between two readings. */
    static final Duration STEP = Duration.ofMinutes(1);

    /** How long a step must persist until it is accepted. */
    static final Duration STANDS = Duration.ofMinutes(10);

    /** The maximum distance between the newest record and the time of a start. */
    static final Duration FROM_NEWEST_RECORD = Duration.ofDays(1);

    private final LongSupplier wallMillis;
    private final LongSupplier monotonicNanos;
    private final Consumer<String> log;
    private long agreedMillis;
    private long agreedNanos;
    private Option<Step> step = Option.none();
    private Option<Long> doubtedAtNanos = Option.none();

    /**
     * A clock that starts with the present time of the wall clock.
     *
     * @param wallMillis since 1970
     * @param monotonicNanos since any moment; never decreases
     * @param log receives a message for the operator about each step
     */
    public SteadyClock(LongSupplier wallMillis, LongSupplier monotonicNanos, Consumer<String> log) {
        this.wallMillis = wallMillis;
        this.monotonicNanos = monotonicNanos;
        this.log = log;
        this.agreedMillis = wallMillis.getAsLong();
        this.agreedNanos = monotonicNanos.getAsLong();
    }

    /** How far the wall clock is ahead of monotonic time, and since when. */
    private record Step(long millis, long sinceNanos) {}

    @Override
    public synchronized UnixTime now() {
        return read(monotonicNanos.getAsLong());
    }

    /** None until a step has persisted for ten minutes, and for ten minutes after a start with a doubtful clock. */
    @Override
    public synchronized Option<UnixTime> undisputed() {
        long nanos = monotonicNanos.getAsLong();
        UnixTime now = read(nanos);
        boolean doubted = doubtedAtNanos.exists(since -> nanos - since < STANDS.toNanos());
        return step.isDefined() || doubted ? Option.none() : Option.some(now);
    }

    /** Call this at a start. If the newest record is more than a day from now, the clock may be wrong and is doubted for ten minutes. */
    public synchronized void startAfter(UnixTime newestRecord) {
        long nanos = monotonicNanos.getAsLong();
        UnixTime now = read(nanos);
        if (Math.abs(now.secondsSince(newestRecord)) > FROM_NEWEST_RECORD.toSeconds()) {
            doubtedAtNanos = Option.some(nanos);
            log.accept("the newest record is of " + newestRecord + ", and the clock says " + now
                    + ": nothing is deleted for ten minutes; check the clock");
        }
    }

    private UnixTime read(long nanos) {
        long wall = wallMillis.getAsLong();
        long expected = agreedMillis + (nanos - agreedNanos) / 1_000_000;
        long ahead = wall - expected;
        if (isSmall(ahead)) {
            if (step.isDefined()) {
                log.accept("the wall clock is back at " + time(wall));
            }
            return agree(wall, nanos);
        }
        if (!step.exists(known -> isSmall(ahead - known.millis()))) {
            step = Option.some(new Step(ahead, nanos));
            log.accept("the wall clock went from " + time(expected) + " to " + time(wall)
                    + " at once: that counts only after it has stood for ten minutes");
        } else if (nanos - step.get().sinceNanos() >= STANDS.toNanos()) {
            log.accept("the wall clock's " + time(wall) + " has stood for ten minutes, and counts from now on");
            return agree(wall, nanos);
        }
        return time(expected);
    }

    private UnixTime agree(long wall, long nanos) {
        agreedMillis = wall;
        agreedNanos = nanos;
        step = Option.none();
        return time(wall);
    }

    private static boolean isSmall(long millis) {
        return Math.abs(millis) <= STEP.toMillis();
    }

    private static UnixTime time(long millis) {
        return new UnixTime(Math.floorDiv(millis, 1_000L));
    }
}
