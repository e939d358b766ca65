package dev.mandate.adapters.kms.file;

import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * What one try of a passphrase costs: the parameters of Argon2id (RFC 9106).
 *
 * @param memoryKib memory in KiB
 * @param passes passes over the memory
 * @param lanes parts of the memory that are filled independently
 */
record Argon2Cost(int memoryKib, int passes, int lanes) {

    /** The second recommendation of RFC 9106, section 4. */
    static final Argon2Cost RECOMMENDED = new Argon2Cost(65_536, 3, 4);

    /** The key-encryption key of a passphrase. */
    AesKey derive(byte[] passphrase, byte[] salt) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(memoryKib)
                .withIterations(passes)
                .withParallelism(lanes)
                .withSalt(salt)
                .build());
        byte[] key = new byte[AesKey.BYTES];
        var unused = generator.generateBytes(passphrase, key);
        return new AesKey(key);
    }
}
