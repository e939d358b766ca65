package dev.mandate.app;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --data-dir}, for commands that read or change the server's data. */
final class DataFolder {

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            defaultValue = "${env:MANDATE_DATA_DIR:-data}",
            description = "The server's folder (default: ${DEFAULT-VALUE}).")
    private Path path = Path.of("data");

    Path path() {
        return path;
    }
}
