package dev.mandate.ports.spi.journal;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;

/**
 * The recorded answer to a request.
 *
 * @param requestDigest the hash of the request's content; it distinguishes a retry from another request under the same key
 * @param expiresAt the key can be used again from this time on
 */
public record IdempotencyRecord(RequestKey key, Bytes32 requestDigest, Payload answer, UnixTime expiresAt) {

    /** Whether this record is valid at {@code now}. */
    public boolean isAlive(UnixTime now) {
        return now.isBefore(expiresAt);
    }
}
