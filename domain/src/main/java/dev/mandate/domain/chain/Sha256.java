package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4). */
public final class Sha256 {

    private static final ThreadLocal<MessageDigest> DIGEST = ThreadLocal.withInitial(Sha256::digest);

    private Sha256() {}

    /** Returns the hash of the concatenated {@code parts}. */
    public static Bytes32 of(byte[]... parts) {
        MessageDigest digest = DIGEST.get();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return Bytes32.of(digest.digest());
    }

    /** Returns the hash of {@code bytes}. */
    public static Bytes32 of(Bytes bytes) {
        return of(bytes.toArray());
    }

    /** Returns the hash of {@code text} in UTF-8. */
    public static Bytes32 of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
