package dev.mandate.adapters.kms;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.ReplacedSecret;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A replaced secret under AES-256-GCM: a random nonce of 12 bytes, and the ciphertext with its tag. Position, time and log key are associated data, so
 * nobody without the newer secret can change them.
 */
final class SealedSecret {

    private static final String PURPOSE = "mandate/operator/replaced-secret/v1";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private SealedSecret() {}

    /** {@code replaced} with {@code former} sealed under {@code newer}. */
    static ReplacedSecret seal(byte[] newer, byte[] former, ReplacedSecret replaced) {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        try {
            byte[] ciphertext = cipher(Cipher.ENCRYPT_MODE, newer, nonce, replaced).doFinal(former);
            byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + ciphertext.length);
            System.arraycopy(ciphertext, 0, sealed, NONCE_BYTES, ciphertext.length);
            return new ReplacedSecret(replaced.position(), replaced.at(), replaced.logKey(), Bytes.of(sealed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** The secret; none if it was sealed under another one, or anything of {@code replaced} was changed. */
    static Option<byte[]> open(byte[] newer, ReplacedSecret replaced) {
        byte[] sealed = replaced.sealed().toArray();
        if (sealed.length != NONCE_BYTES + SecretFile.SECRET_BYTES + TAG_BITS / 8) {
            return Option.none();
        }
        try {
            return Option.some(cipher(Cipher.DECRYPT_MODE, newer, Arrays.copyOf(sealed, NONCE_BYTES), replaced)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (AEADBadTagException e) {
            return Option.none();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private static Cipher cipher(int mode, byte[] newer, byte[] nonce, ReplacedSecret replaced) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(SecretFile.hmac(newer, PURPOSE), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD((replaced.position() + "/" + replaced.at().seconds() + "/" + replaced.logKey()).getBytes(StandardCharsets.US_ASCII));
        return cipher;
    }
}
