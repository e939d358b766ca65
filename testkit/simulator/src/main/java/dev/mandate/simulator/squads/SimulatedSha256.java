package dev.mandate.simulator.squads;

import dev.mandate.domain.kernel.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which every JDK has. */
final class SimulatedSha256 {

    private SimulatedSha256() {}

    static byte[] of(Bytes bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes.toArray());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
