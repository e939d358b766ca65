package dev.mandate.domain.kernel;

import java.time.Instant;

/**
 * A moment in whole seconds since 1970-01-01T00:00:00Z, as the chain's Clock sysvar counts it (a signed 64-bit number).
 *
 * @param seconds seconds since the epoch; negative before it
 */
public record UnixTime(long seconds) implements Comparable<UnixTime> {

    /** This moment moved by {@code seconds}; held at the ends of the range instead of overflowing. */
    public UnixTime plusSeconds(long seconds) {
        long sum = this.seconds + seconds;
        boolean overflowed = ((this.seconds ^ sum) & (seconds ^ sum)) < 0;
        return new UnixTime(overflowed ? (seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum);
    }

    /** The second in which {@code instant} lies. */
    public static UnixTime of(Instant instant) {
        return new UnixTime(instant.getEpochSecond());
    }

    /** Whole seconds from {@code earlier} to this moment; negative if this moment lies before it. */
    public long secondsSince(UnixTime earlier) {
        return Math.subtractExact(seconds, earlier.seconds);
    }

    public boolean isBefore(UnixTime other) {
        return seconds < other.seconds;
    }

    @Override
    public int compareTo(UnixTime other) {
        return Long.compare(seconds, other.seconds);
    }

    /** ISO-8601 where the calendar reaches, otherwise the number of seconds. */
    @Override
    public String toString() {
        return seconds >= Instant.MIN.getEpochSecond() && seconds <= Instant.MAX.getEpochSecond()
                ? Instant.ofEpochSecond(seconds).toString()
                : seconds + " s";
    }
}
