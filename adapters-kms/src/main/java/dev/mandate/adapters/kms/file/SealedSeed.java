package dev.mandate.adapters.kms.file;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * The content of a key's file: a version, a data key of its own sealed under the vault's key-encryption key, and the Ed25519 seed sealed
 * under the data key. Both are bound to the key's name, scheme and version.
 */
record SealedSeed(Bytes wrappedDataKey, Bytes sealedSeed) {

    static final int BYTES = 1 + 2 * (AesKey.BYTES + AesKey.OVERHEAD);

    private static final byte VERSION = 1;
    private static final int PART = AesKey.BYTES + AesKey.OVERHEAD;

    /** @param seed 32 bytes */
    static SealedSeed seal(AesKey kek, String name, byte[] seed) {
        AesKey dataKey = AesKey.random();
        return new SealedSeed(
                Bytes.of(kek.seal(dataKey.bytes(), bound("data-key", name))), Bytes.of(dataKey.seal(seed, bound("seed", name))));
    }

    /** The parts of a file's content; none if it is not as long, or of another version. */
    static Option<SealedSeed> parse(byte[] content) {
        return Option.when(
                content.length == BYTES && content[0] == VERSION,
                () -> new SealedSeed(Bytes.of(content, 1, PART), Bytes.of(content, 1 + PART, PART)));
    }

    /** The seed; none if the key-encryption key, the name or any bit is another one. */
    Option<byte[]> open(AesKey kek, String name) {
        return dataKey(kek, name).flatMap(dataKey -> dataKey.open(sealedSeed.toArray(), bound("seed", name)));
    }

    /** The same seed under the same data key, which is sealed under {@code fresh}; none if it cannot be opened with {@code kek}. */
    Option<SealedSeed> rewrap(AesKey kek, AesKey fresh, String name) {
        return open(kek, name)
                .flatMap(whole -> dataKey(kek, name))
                .map(dataKey -> new SealedSeed(Bytes.of(fresh.seal(dataKey.bytes(), bound("data-key", name))), sealedSeed));
    }

    private Option<AesKey> dataKey(AesKey kek, String name) {
        return kek.open(wrappedDataKey.toArray(), bound("data-key", name)).map(AesKey::new);
    }

    byte[] bytes() {
        byte[] content = new byte[BYTES];
        content[0] = VERSION;
        wrappedDataKey.copyTo(content, 1);
        sealedSeed.copyTo(content, 1 + PART);
        return content;
    }

    private static byte[] bound(String part, String name) {
        return ("mandate-vault/v1/ed25519/" + part + "/" + name).getBytes(StandardCharsets.US_ASCII);
    }
}
