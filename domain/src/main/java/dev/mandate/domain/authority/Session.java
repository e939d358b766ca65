package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.UnixTime;

/**
 * A session of an authority. Its key signs payloads until it ends.
 *
 * @param expiresAt the first second at which it is over
 */
public record Session(P256PublicKey key, UnixTime beganAt, UnixTime expiresAt) {

    /** Whether its key may sign at {@code now}. */
    public boolean isAlive(UnixTime now) {
        return now.isBefore(expiresAt);
    }
}
