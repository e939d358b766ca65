package dev.mandate.app.serve;

import dev.mandate.ports.file.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The passphrase of a test's key vault. */
public final class PassphraseFixture {

    private PassphraseFixture() {}

    /** The file of the passphrase in a data folder, where a server on a simulated chain finds it too. */
    public static Path in(Path folder) {
        Path file = folder.resolve("vault.passphrase");
        try {
            return Files.exists(file) ? file : Files.writeString(Files.createFile(file, OwnerOnly.file(file)), "a passphrase\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
