package dev.mandate.app.serve;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.adapters.kms.aws.AwsKmsVault;
import dev.mandate.adapters.kms.file.FileVault;
import dev.mandate.adapters.kms.pkcs11.Pkcs11Vault;
import dev.mandate.adapters.kms.pkcs11.TokenProblem;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Consumer;

/** Opens the key vault. Each problem is described in one line. */
final class VaultOpening {

    /** The passphrase's file in the data folder of a sandbox. */
    private static final String SANDBOX_PASSPHRASE = "vault.passphrase";

    private static final int PASSPHRASE_BYTES = 32;

    private VaultOpening() {}

    /**
     * Opens the vault of the settings. One in files is made if there is none.
     *
     * @param named a key of the vault that the journal names; then none is made
     * @param log receives one line
     */
    static Either<String, KeyVault> open(ServeSettings settings, Option<Address> named, Consumer<String> log) {
        return switch (settings.keys()) {
            case KeyStorage.SealedFiles(Path folder, Option<Path> passphrase) ->
                passphrase.<Either<KeyFileProblem, Path>>map(Either::right)
                        .getOrElse(() -> sandboxPassphrase(settings.dataDir(), log))
                        .flatMap(VaultOpening::words)
                        .mapLeft(VaultOpening::text)
                        .flatMap(words -> sealed(folder, words, named));
            case KeyStorage.Pkcs11Token(var uri) -> Pkcs11Vault.open(uri, settings.dataDir())
                    .bimap(TokenProblem::text, vault -> vault);
            case KeyStorage.AwsKms(var location) -> Either.right(AwsKmsVault.open(location));
        };
    }

    /** The passphrase in its file. */
    static Either<KeyFileProblem, byte[]> words(Path passphrase) {
        return new OwnerOnlyFile(passphrase).readLine();
    }

    /** Why the passphrase can't be read or made. */
    static String text(KeyFileProblem ofPassphrase) {
        return Setting.VAULT_PASSPHRASE_FILE.flag() + ": " + ofPassphrase.text();
    }

    private static Either<String, KeyVault> sealed(Path folder, byte[] passphrase, Option<Address> named) {
        return (named.isEmpty() ? FileVault.openOrCreate(folder, passphrase) : FileVault.open(folder, passphrase))
                .bimap(
                        problem -> problem instanceof KeyFileProblem.Missing
                                ? "there is no key vault in " + folder + ", and the journal names the key " + named.get() + " of one: give its "
                                        + Setting.VAULT_DIR.flag() + ", or restore a backup"
                                : problem.text(),
                        vault -> vault);
    }

    /** Why the operator's key can't be used. */
    static String text(VaultFault fault) {
        return Setting.KMS.flag() + ": the operator's key can't be used: " + switch (fault) {
            case VaultFault.Unavailable(String detail, var cause) -> detail;
            case VaultFault.Damaged(var id, String detail) -> detail;
            case VaultFault.UnknownKey(var id) -> "there is no key " + id;
        };
    }

    /** The file of the passphrase of a sandbox. */
    static Path sandboxPassphrase(Path dataDir) {
        return dataDir.resolve(SANDBOX_PASSPHRASE);
    }

    /** A file in the data folder with a random passphrase, which is made if it does not exist. */
    static Either<KeyFileProblem, Path> sandboxPassphrase(Path dataDir, Consumer<String> log) {
        Path file = sandboxPassphrase(dataDir);
        if (!Files.exists(file)) {
            byte[] random = new byte[PASSPHRASE_BYTES];
            new SecureRandom().nextBytes(random);
            byte[] line = (HexFormat.of().formatHex(random) + "\n").getBytes(StandardCharsets.US_ASCII);
            Option<KeyFileProblem> problem = new OwnerOnlyFile(file).createOnce(line);
            if (problem.isDefined()) {
                return Either.left(problem.get());
            }
            log.accept("without --vault-passphrase-file the passphrase of the key vault is made in " + file
                    + ": good for trying things out alone");
        }
        return Either.right(file);
    }
}
