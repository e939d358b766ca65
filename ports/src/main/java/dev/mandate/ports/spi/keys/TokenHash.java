package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Bytes32;
import io.vavr.collection.Array;

/**
 * A keyed hash of API keys' tokens. The key stays with the implementation, so somebody who can read only the store can neither find a token
 * nor test a guess.
 */
public interface TokenHash {

    /** The hash of {@code token}; the same token always has the same. */
    Bytes32 of(String token);

    /** The hashes under secrets that were replaced, the newest first: what was made under one of them is still found by it. */
    default Array<TokenHash> former() {
        return Array.empty();
    }

    /** The hash under the first secret. It stays the same when the secret is replaced. */
    default TokenHash first() {
        return former().lastOption().getOrElse(this);
    }
}
