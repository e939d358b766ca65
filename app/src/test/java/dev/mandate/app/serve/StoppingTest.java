package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.app.Mandate;
import dev.mandate.domain.kernel.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process that receives SIGTERM. */
class StoppingTest {

    private static final String KEY = "bootstrap-key-of-a-test";

    /** More lines than a pipe holds, so that the writer of the log waits for a reader. */
    private static final int REQUESTS = 1_000;

    @Test
    void itEndsInTimeThoughNobodyReadsItsLogAndRequestsKeepComing(@TempDir Path folder) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Mandate.class.getName(),
                        "serve", "--chain", "simulated", "--http-port", "0", "--data-dir", folder.toString(),
                        "--bootstrap-api-key", KEY, "--requests-per-key-per-second", "0")
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8); HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest list = list(port(out.readLine()));
            for (int i = 0; i < REQUESTS; i++) {
                assertEquals(200, client.send(list, HttpResponse.BodyHandlers.discarding()).statusCode());
            }
            Thread load = Thread.ofVirtual().start(() -> askUntilRefused(client, list));

            process.destroy();

            assertTrue(process.waitFor(15, TimeUnit.SECONDS), "it still runs");
            load.join(Duration.ofSeconds(15));
        } finally {
            var unused = process.destroyForcibly();
        }
    }

    private static int port(String ready) {
        return Json.parseObject(Bytes.of(ready.getBytes(StandardCharsets.UTF_8))).get().get("http_port").intValue();
    }

    private static HttpRequest list(int port) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/smart-accounts"))
                .header("authorization", "Bearer " + KEY)
                .build();
    }

    private static void askUntilRefused(HttpClient client, HttpRequest request) {
        try {
            while (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                // A served request is fine.
            }
        } catch (IOException hungUp) {
            // A stopped server is fine too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
