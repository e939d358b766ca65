package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.ports.spi.keys.TokenHash;

/** Hashes tokens with a publicly known key. For tests only. */
public final class TestTokenHash implements TokenHash {

    @Override
    public Bytes32 of(String token) {
        return Sha256.of("test " + token);
    }
}
