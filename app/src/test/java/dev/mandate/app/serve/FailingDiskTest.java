package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process whose files may not grow for a while: its writes fail with EFBIG, an error of input and output. */
@Timeout(120)
class FailingDiskTest {

    /** Of 1,024 bytes. */
    private static final String LIMIT = "3000";

    @Test
    @Tag("full")
    void itIsNotReadyUntilTheDiskTakesWritesAgain(@TempDir Path folder) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, "bash", "-c", "ulimit -S -f " + LIMIT + " && exec \"$@\"", "-")) {
            assertEquals(200, server.get("/health/ready").statusCode());
            HttpResponse<String> last = server.create();
            while (last.statusCode() < 300) {
                last = server.create();
            }
            assertTrue(last.statusCode() >= 500, last::body);
            // An answer counts for a second.
            HttpResponse<String> ready = server.get("/health/ready");
            while (ready.statusCode() == 200) {
                ready = server.get("/health/ready");
            }
            assertEquals(503, ready.statusCode());
            assertEquals("read_only", ServeFixture.json(ready).get("store").stringValue());
            assertEquals(200, server.get("/api/v1/smart-accounts").statusCode());

            Process lifted = new ProcessBuilder("prlimit", "--pid", "" + server.pid(), "--fsize=unlimited").start();
            assertTrue(lifted.waitFor(10, TimeUnit.SECONDS) && lifted.exitValue() == 0);

            while (server.get("/health/ready").statusCode() != 200) {
                assertEquals(200, server.get("/health/live").statusCode());
            }
            assertEquals(201, server.create().statusCode());
        }
    }
}
