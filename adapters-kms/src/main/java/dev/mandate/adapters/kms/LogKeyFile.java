package dev.mandate.adapters.kms;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.audit.LogSigner;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;

/**
 * The log's key, read from a file that only its owner can read. The private key never appears in a text; it stays in memory as long as
 * this object.
 *
 * <p>Somebody who can read the file and write to the store could rewrite history. Keep the file on another disk if that matters, and note
 * the public key elsewhere.
 */
public final class LogKeyFile implements LogSigner {

    /** The file's name in a data folder. */
    public static final String NAME = "log-key.pem";

    private final LogKeyFormat.Keys keys;

    private LogKeyFile(LogKeyFormat.Keys keys) {
        this.keys = keys;
    }

    /** The key in {@code file}. */
    public static Either<KeyFileProblem, LogKeyFile> open(Path file) {
        return new OwnerOnlyFile(file).read(LogKeyFormat.LENGTH).flatMap(content -> {
            Option<LogKeyFormat.Keys> keys = LogKeyFormat.read(content);
            Arrays.fill(content, (byte) 0);
            return keys.map(LogKeyFile::new).toEither(() -> new KeyFileProblem.Damaged(file, "not a key pair as we write it"));
        });
    }

    /**
     * The key in {@code file}, which is created with a new key if it does not exist. Several processes that do so at once get the same key.
     */
    public static Either<KeyFileProblem, LogKeyFile> openOrCreate(Path file) {
        Either<KeyFileProblem, LogKeyFile> opened = open(file);
        if (opened.isRight() || !(opened.getLeft() instanceof KeyFileProblem.Missing)) {
            return opened;
        }
        byte[] content = LogKeyFormat.write(freshPair());
        Option<KeyFileProblem> problem = new OwnerOnlyFile(file).createOnce(content);
        Arrays.fill(content, (byte) 0);
        // Read back even after writing: if another process was faster, its key counts.
        return problem.isDefined() ? Either.left(problem.get()) : open(file);
    }

    private static KeyPair freshPair() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no Ed25519", e);
        }
    }

    @Override
    public Bytes32 key() {
        return keys.key();
    }

    @Override
    public Signature sign(Bytes checkpoint) {
        try {
            java.security.Signature ed25519 = java.security.Signature.getInstance("Ed25519");
            ed25519.initSign(keys.secret());
            ed25519.update(checkpoint.toArray());
            return new Signature(Bytes.of(ed25519.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key that signed when it was read does not sign", e);
        }
    }

    /** The public key; the private key is not shown. */
    @Override
    public String toString() {
        return "log key " + Bytes.of(keys.key().toArray()).toHex();
    }
}
