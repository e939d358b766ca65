package dev.mandate.app;

import dev.mandate.adapters.kms.file.VaultFolder;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --vault-dir}, for commands that read or write the sealed vault. */
final class VaultDir {

    @Option(
            names = "--vault-dir",
            paramLabel = "DIR",
            defaultValue = "${env:MANDATE_VAULT_DIR:-}",
            description = "The folder of the sealed vault, where instances share one (default: vault in --data-dir).")
    private String path = "";

    /** The vault of the server with this data folder. */
    Path of(Path dataDir) {
        return isGiven() ? Path.of(path) : dataDir.resolve(VaultFolder.NAME);
    }

    boolean isGiven() {
        return !path.isEmpty();
    }
}
