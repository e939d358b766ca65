package dev.mandate.engine.time;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.time.ServerClock;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The machine's wall clock, without its jumps. As long as the wall clock agrees with monotonic time to a minute, it is the time. A larger
 * step is logged and counts only after it has stood for ten minutes; until then monotonic time goes on. Safe from any thread.
 */
public final class SteadyClock implements ServerClock {

    /** By how much the two may differ from one reading to the next. */
    static final Duration STEP = Duration.ofMinutes(1);

    /** How long a step must stand until it counts. */
    static final Duration STANDS = Duration.ofMinutes(10);

    /** How far the newest record may be from the time of a start. */
    static final Duration FROM_NEWEST_RECORD = Duration.ofDays(1);

    private final LongSupplier wallMillis;
    private final LongSupplier monotonicNanos;
    private final Consumer<String> log;
    private long agreedMillis;
    private long agreedNanos;
    private Option<Step> step = Option.none();
    private Option<Long> doubtedAtNanos = Option.none();

    /**
     * A clock that takes the wall clock for right as it is now.
     *
     * @param wallMillis since 1970
     * @param monotonicNanos since any moment, and never backwards
     * @param log is told of each step, for the operator
     */
    public SteadyClock(LongSupplier wallMillis, LongSupplier monotonicNanos, Consumer<String> log) {
        this.wallMillis = wallMillis;
        this.monotonicNanos = monotonicNanos;
        this.log = log;
        this.agreedMillis = wallMillis.getAsLong();
        this.agreedNanos = monotonicNanos.getAsLong();
    }

    /** By how much the wall clock is ahead of monotonic time, and since when. */
    private record Step(long millis, long sinceNanos) {}

    @Override
    public synchronized UnixTime now() {
        return read(monotonicNanos.getAsLong());
    }

    /** None while a step has not stood for ten minutes, nor for ten minutes after a start with a doubtful clock. */
    @Override
    public synchronized Option<UnixTime> undisputed() {
        long nanos = monotonicNanos.getAsLong();
        UnixTime now = read(nanos);
        boolean doubted = doubtedAtNanos.exists(since -> nanos - since < STANDS.toNanos());
        return step.isDefined() || doubted ? Option.none() : Option.some(now);
    }

    /** To be told at a start: if the newest record is more than a day from now, the clock may be wrong, and is doubted for ten minutes. */
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
