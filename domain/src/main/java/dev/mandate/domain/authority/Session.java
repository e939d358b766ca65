package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.UnixTime;

/**
 * A session of an authority. Its key signs payloads until it ends.
 *
 * @param expiresAt the first second at which it is over
 * @param codeAt the time of the one-time code that began it, or that began the session which it replaced by refreshing
 */
public record Session(P256PublicKey key, UnixTime beganAt, UnixTime expiresAt, UnixTime codeAt) {

    /** Whether its key may sign at {@code now}. */
    public boolean isAlive(UnixTime now) {
        return now.isBefore(expiresAt);
    }

    Session ofCode(UnixTime time) {
        return new Session(key, beganAt, expiresAt, time);
    }

    /** This session, ended at {@code time}. */
    Session endedAt(UnixTime time) {
        return new Session(key, beganAt, time, codeAt);
    }
}
