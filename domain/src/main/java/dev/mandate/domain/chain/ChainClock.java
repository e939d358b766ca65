package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.UnixTime;

/**
 * The chain's clock, as one or more sources show it. They differ by what one source is behind another.
 *
 * @param earliest of them; by it new windows of limits open
 * @param latest of them; by it something expires
 */
public record ChainClock(UnixTime earliest, UnixTime latest) {

    /**
     * A clock.
     *
     * @throws IllegalArgumentException if the earliest time is after the latest
     */
    public ChainClock {
        if (latest.isBefore(earliest)) {
            throw new IllegalArgumentException(earliest + " is after " + latest);
        }
    }

    /** The clock of one source. */
    public static ChainClock of(UnixTime time) {
        return new ChainClock(time, time);
    }
}
