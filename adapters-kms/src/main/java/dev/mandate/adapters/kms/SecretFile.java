package dev.mandate.adapters.kms;

import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A file of one secret of 32 bytes, which only its owner can read: a word that names its kind and version, a blank, and the secret in hexadecimal.
 *
 * @param kind the word
 * @param owner whose secret it is, for messages
 */
record SecretFile(Path file, String kind, String owner) {

    static final int SECRET_BYTES = 32;

    /** The secret in the file. */
    Either<KeyFileProblem, byte[]> open() {
        String begin = kind + " ";
        int length = begin.length() + 2 * SECRET_BYTES + 1;
        return new OwnerOnlyFile(file).read(length).flatMap(content -> {
            String text = new String(content, StandardCharsets.US_ASCII);
            Arrays.fill(content, (byte) 0);
            boolean whole = text.length() == length
                    && text.startsWith(begin)
                    && text.endsWith("\n")
                    && text.substring(begin.length(), length - 1).matches("[0-9a-f]+");
            return whole
                    ? Either.right(HexFormat.of().parseHex(text.substring(begin.length(), length - 1)))
                    : Either.left(new KeyFileProblem.Damaged(file, "not " + owner + " secret as we write it"));
        });
    }

    /** The secret in the file, which is created with {@code fresh} unless another process was faster. */
    Either<KeyFileProblem, byte[]> create(byte[] fresh) {
        byte[] content = content(fresh);
        Option<KeyFileProblem> problem = new OwnerOnlyFile(file).createOnce(content);
        Arrays.fill(fresh, (byte) 0);
        Arrays.fill(content, (byte) 0);
        return problem.isDefined() ? Either.left(problem.get()) : open();
    }

    /** Puts {@code secret} in the place of the one in the file. */
    Option<KeyFileProblem> replace(byte[] secret) {
        byte[] content = content(secret);
        Option<KeyFileProblem> problem = new OwnerOnlyFile(file).replace(content);
        Arrays.fill(content, (byte) 0);
        return problem;
    }

    private byte[] content(byte[] secret) {
        return (kind + " " + HexFormat.of().formatHex(secret) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** A random secret. */
    static byte[] random() {
        byte[] fresh = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(fresh);
        return fresh;
    }

    /** HMAC-SHA256 of {@code text} in UTF-8. */
    static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
