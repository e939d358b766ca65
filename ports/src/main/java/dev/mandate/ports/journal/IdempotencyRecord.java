package dev.mandate.ports.journal;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;

/**
 * The answer that a request got.
 *
 * @param requestDigest of what was asked, to tell a retry from another request under the same key
 * @param expiresAt from then on the key is free again
 */
public record IdempotencyRecord(RequestKey key, Bytes32 requestDigest, Payload answer, UnixTime expiresAt) {

    /** Whether this record still holds at {@code now}. */
    public boolean isAlive(UnixTime now) {
        return now.isBefore(expiresAt);
    }
}
