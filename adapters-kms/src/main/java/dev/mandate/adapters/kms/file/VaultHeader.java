package dev.mandate.adapters.kms.file;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import io.vavr.control.Either;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code header} of a vault, one line of text: how its key-encryption key follows from the passphrase, and which folder is sealed
 * under it. A hash at its end tells a damaged header from a wrong passphrase.
 *
 * @param generation 1, and one more after each change of the passphrase; the keys are in the folder {@code keys-<generation>}
 * @param salt of Argon2id, 16 bytes in hexadecimal
 * @param check nothing, sealed under the key-encryption key, in hexadecimal
 */
record VaultHeader(Argon2Cost cost, long generation, String salt, String check) {

    private static final int SALT_BYTES = 16;
    private static final int LONGEST = 1_024;
    private static final Pattern FORM = Pattern.compile("mandate-vault-v1 argon2id m=([1-9][0-9]{0,6}) t=([1-9][0-9]?) p=([1-9][0-9]?)"
            + " generation=([1-9][0-9]{0,8}) salt=([0-9a-f]{32}) check=([0-9a-f]{" + 2 * AesKey.OVERHEAD + "}) sha256=[0-9a-f]{64}\n");

    /** A header, and the key-encryption key that it describes. */
    record Unlocked(VaultHeader header, AesKey key) {}

    static Unlocked make(Argon2Cost cost, long generation, byte[] passphrase) {
        byte[] salt = AesKey.random(SALT_BYTES);
        AesKey key = cost.derive(passphrase, salt);
        VaultHeader open = new VaultHeader(cost, generation, HexFormat.of().formatHex(salt), "");
        byte[] check = key.seal(new byte[0], open.terms());
        return new Unlocked(new VaultHeader(cost, generation, open.salt, HexFormat.of().formatHex(check)), key);
    }

    static Either<KeyFileProblem, VaultHeader> read(Path file) {
        return new OwnerOnlyFile(file).read(LONGEST).flatMap(content -> {
            Matcher fields = FORM.matcher(new String(content, StandardCharsets.ISO_8859_1));
            if (!fields.matches()) {
                return Either.left(new KeyFileProblem.Damaged(file, "not the header of a key vault"));
            }
            VaultHeader header = new VaultHeader(
                    new Argon2Cost(number(fields, 1), number(fields, 2), number(fields, 3)),
                    number(fields, 4),
                    fields.group(5),
                    fields.group(6));
            return MessageDigest.isEqual(header.bytes(), content)
                    ? Either.right(header)
                    : Either.left(new KeyFileProblem.Damaged(file, "its hash is another one"));
        });
    }

    private static int number(Matcher fields, int group) {
        return Integer.parseInt(fields.group(group));
    }

    /** The key-encryption key, or that {@code passphrase} is another one. */
    Either<KeyFileProblem, Unlocked> unlock(Path vault, byte[] passphrase) {
        AesKey key = cost.derive(passphrase, HexFormat.of().parseHex(salt));
        return key.open(HexFormat.of().parseHex(check), terms())
                .map(empty -> new Unlocked(this, key))
                .toEither(new KeyFileProblem.WrongPassphrase(vault));
    }

    byte[] bytes() {
        String text = new String(terms(), StandardCharsets.US_ASCII) + " check=" + check;
        return (text + " sha256=" + HexFormat.of().formatHex(sha256(text)) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] terms() {
        return ("mandate-vault-v1 argon2id m=" + cost.memoryKib() + " t=" + cost.passes() + " p=" + cost.lanes()
                        + " generation=" + generation + " salt=" + salt)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
