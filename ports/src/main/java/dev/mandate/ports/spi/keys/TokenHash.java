package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Bytes32;

/**
 * A keyed hash of API keys' tokens. The key stays with the implementation, so somebody who can read only the store can neither find a token
 * nor test a guess.
 */
public interface TokenHash {

    /** The hash of {@code token}; the same token always has the same. */
    Bytes32 of(String token);
}
