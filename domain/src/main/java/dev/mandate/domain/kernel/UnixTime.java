package dev.mandate.domain.kernel;

import java.time.Instant;

/**
 * A time in whole seconds since 1970-01-01T00:00:00Z, as the chain's Clock sysvar counts it (a signed 64-bit number).
 *
 * @param seconds since the epoch; negative before it
 */
public record UnixTime(long seconds) implements Comparable<UnixTime> {

    /** Returns this time plus {@code seconds}. At the ends of the range the result stops instead of overflowing. */
    public UnixTime plusSeconds(long seconds) {
        long sum = this.seconds + seconds;
        boolean overflowed = ((this.seconds ^ sum) & (seconds ^ sum)) < 0;
        return new UnixTime(overflowed ? (seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum);
    }

    /** Returns the second that contains {@code instant}. */
    public static UnixTime of(Instant instant) {
        return new UnixTime(instant.getEpochSecond());
    }

    /**
     * Returns the whole seconds from {@code earlier} to this time; negative if this time is earlier. More than {@link Long#MAX_VALUE} either
     * way is shortened to it, so that the result can be negated.
     */
    public long secondsSince(UnixTime earlier) {
        long difference = seconds - earlier.seconds;
        boolean overflowed = ((seconds ^ earlier.seconds) & (seconds ^ difference)) < 0;
        return overflowed ? (seconds < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE) : Math.max(difference, -Long.MAX_VALUE);
    }

    public boolean isBefore(UnixTime other) {
        return seconds < other.seconds;
    }

    @Override
    public int compareTo(UnixTime other) {
        return Long.compare(seconds, other.seconds);
    }

    /** Returns the ISO-8601 text within its range, otherwise the number of seconds. */
    @Override
    public String toString() {
        return seconds >= Instant.MIN.getEpochSecond() && seconds <= Instant.MAX.getEpochSecond()
                ? Instant.ofEpochSecond(seconds).toString()
                : seconds + " s";
    }
}
