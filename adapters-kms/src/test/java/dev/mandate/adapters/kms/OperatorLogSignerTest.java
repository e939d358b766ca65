package dev.mandate.adapters.kms;

import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.testkit.keys.LogSignerContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class OperatorLogSignerTest extends LogSignerContract {

    @TempDir
    private Path folder = Path.of("");

    @Override
    protected LogSigner fresh() {
        return OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get().logSigner();
    }
}
