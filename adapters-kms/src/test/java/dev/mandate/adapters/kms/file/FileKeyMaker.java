package dev.mandate.adapters.kms.file;

import dev.mandate.adapters.kms.KeyMaker;
import dev.mandate.ports.spi.keys.KeyVault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process of its own that makes keys in files, and prints their addresses. */
final class FileKeyMaker {

    private FileKeyMaker() {}

    public static void main(String[] arguments) {
        try (KeyVault vault = FileVault.open(Path.of(arguments[0]), arguments[1].getBytes(StandardCharsets.UTF_8)).get()) {
            KeyMaker.print(vault);
        }
    }
}
