package dev.mandate.ports.keys;

import dev.mandate.domain.chain.Bytes32;

/**
 * A keyed hash of API keys' tokens. Whoever reads the store alone can neither find a token nor try any: they lack the key, which stays
 * with the implementation.
 */
public interface TokenHash {

    /** The hash of {@code token}; the same token always has the same. */
    Bytes32 of(String token);
}
