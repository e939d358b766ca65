package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A first start that is refused leaves nothing behind: neither a folder, nor a secret, a vault or a journal in it. */
class RefusedStartTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aTakenPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertLeavesNothing("cannot listen", HashMap.of(Setting.HTTP_PORT, port));
            assertLeavesNothing("cannot listen", HashMap.of(Setting.METRICS_PORT, port));
        }
    }

    @Test
    void aPassphraseThatCannotBeRead() throws InterruptedException {
        assertLeavesNothing(
                "--vault-passphrase-file", HashMap.of(Setting.VAULT_PASSPHRASE_FILE, folder.resolve("no such file").toString()));
    }

    @Test
    void aFeePayerOfNoVault() throws InterruptedException {
        assertLeavesNothing("--fee-payer", HashMap.of(Setting.FEE_PAYER, "SysvarC1ock11111111111111111111111111111111"));
    }

    @Test
    void aDatabaseThatIsAway() throws InterruptedException {
        assertLeavesNothing("can't be used", HashMap.of(Setting.STORE, "jdbc:postgresql://127.0.0.1:1/custody?user=mandate"));
    }

    private void assertLeavesNothing(String why, Map<Setting, String> more) throws InterruptedException {
        Path data = folder.resolve("data");
        StringWriter log = new StringWriter();
        ServeSettings settings = ServeSettings.of(more.merge(HashMap.of(
                        Setting.CHAIN, "simulated", Setting.HTTP_PORT, "0", Setting.DATA_DIR, data.toString())))
                .getOrElseThrow(problems -> new AssertionError(problems.toString()));

        assertNotEquals(0, Serving.until(settings, HashSet.empty(), "test", new PrintWriter(new StringWriter()), new PrintWriter(log, true)));

        assertTrue(log.toString().contains(why), log::toString);
        assertFalse(Files.exists(data), log::toString);
    }
}
