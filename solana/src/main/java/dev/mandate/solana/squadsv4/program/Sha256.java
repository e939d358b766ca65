package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4). */
final class Sha256 {

    private Sha256() {}

    static Bytes32 of(Bytes bytes) {
        try {
            return Bytes32.of(MessageDigest.getInstance("SHA-256").digest(bytes.toArray()));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has SHA-256", missing);
        }
    }
}
