package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.ports.keys.TokenHash;

/** A hash of tokens whose key everybody knows: for tests alone. */
public final class TestTokenHash implements TokenHash {

    @Override
    public Bytes32 of(String token) {
        return Sha256.of("test " + token);
    }
}
