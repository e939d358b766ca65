package dev.mandate.app.serve;

import dev.mandate.adapters.kms.aws.KmsLocation;
import dev.mandate.adapters.kms.pkcs11.TokenUri;
import io.vavr.control.Option;
import java.nio.file.Path;

/** Where keys are kept. */
sealed interface KeyStorage {

    /**
     * Sealed files.
     *
     * @param folder of the vault
     * @param passphrase the file of the passphrase; none: one that is made in the data folder, for a simulated chain alone
     */
    record SealedFiles(Path folder, Option<Path> passphrase) implements KeyStorage {}

    /** A token of the PKCS#11 interface. */
    record Pkcs11Token(TokenUri uri) implements KeyStorage {}

    /** AWS KMS. */
    record AwsKms(KmsLocation location) implements KeyStorage {}
}
