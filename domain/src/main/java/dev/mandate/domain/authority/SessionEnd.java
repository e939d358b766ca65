package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.UnixTime;

/** When a session ends. At most a day after it begins. */
public sealed interface SessionEnd {

    /** Where the request for a code does not say otherwise: after an hour. */
    record Default() implements SessionEnd {}

    record After(long seconds) implements SessionEnd {}

    record At(UnixTime time) implements SessionEnd {}

    /** The length of a session that begins now; not yet within the bounds. */
    default long secondsFrom(UnixTime now) {
        return switch (this) {
            case Default standard -> EmailIdentityRules.DEFAULT_SESSION_SECONDS;
            case After(long seconds) -> seconds;
            case At(UnixTime time) -> time.secondsSince(now);
        };
    }
}
