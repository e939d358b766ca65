package dev.mandate.domain.enginelimit;

import dev.mandate.domain.kernel.UnixTime;

/**
 * A span of time.
 *
 * @param from its first second
 * @param to its last second
 */
record TimeSpan(UnixTime from, UnixTime to) {

    static TimeSpan at(UnixTime time) {
        return new TimeSpan(time, time);
    }

    boolean holds(UnixTime time) {
        return !time.isBefore(from) && !to.isBefore(time);
    }
}
