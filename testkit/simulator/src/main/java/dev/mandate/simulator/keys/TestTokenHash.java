package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.keys.TokenHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A hash of tokens whose key everybody knows: for tests alone. */
public final class TestTokenHash implements TokenHash {

    @Override
    public Bytes32 of(String token) {
        try {
            return Bytes32.of(MessageDigest.getInstance("SHA-256")
                    .digest(("test " + token).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
