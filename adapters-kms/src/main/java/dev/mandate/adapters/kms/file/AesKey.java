package dev.mandate.adapters.kms.file;

import io.vavr.control.Option;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key of AES-256-GCM (NIST SP 800-38D). What it seals is a random nonce of 96 bits, the ciphertext, and a tag of 128 bits. No text shows
 * the key.
 */
final class AesKey {

    static final int BYTES = 32;

    /** By how much a sealed text is longer than its plaintext. */
    static final int OVERHEAD = 12 + 16;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] key;

    /** The key of these 32 bytes. */
    AesKey(byte[] key) {
        this.key = key;
    }

    static AesKey random() {
        return new AesKey(random(BYTES));
    }

    static byte[] random(int bytes) {
        byte[] drawn = new byte[bytes];
        RANDOM.nextBytes(drawn);
        return drawn;
    }

    byte[] bytes() {
        return key;
    }

    byte[] seal(byte[] plaintext, byte[] associated) {
        byte[] nonce = random(NONCE_BYTES);
        try {
            byte[] ciphertext = cipher(Cipher.ENCRYPT_MODE, nonce, associated).doFinal(plaintext);
            byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + ciphertext.length);
            System.arraycopy(ciphertext, 0, sealed, NONCE_BYTES, ciphertext.length);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** The plaintext; none if key, associated data or any bit of {@code sealed} is another one. */
    Option<byte[]> open(byte[] sealed, byte[] associated) {
        try {
            return Option.some(cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(sealed, NONCE_BYTES), associated)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (AEADBadTagException e) {
            return Option.none();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] associated) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(associated);
        return cipher;
    }
}
