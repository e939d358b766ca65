package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.app.Mandate;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** {@code mandate serve} as a process of its own, on a simulated chain. Nobody reads its log. */
public final class ServerProcess implements AutoCloseable {

    private static final int GRACE_SECONDS = 15;

    private final Process process;
    private final int port;
    private final HttpClient client = HttpClient.newHttpClient();

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it, and returns once it is ready.
     *
     * @param before a command that runs the rest of its command line
     */
    static ServerProcess start(Path folder, String... before) throws IOException {
        return start(Array.of(before), folder, Array.empty());
    }

    /** Starts it with the passphrase of its vault in a file, and returns once it is ready. */
    public static ServerProcess start(Path folder, Path passphrase) throws IOException {
        return start(Array.empty(), folder, Array.of("--vault-passphrase-file", passphrase.toString()));
    }

    /** Starts it after a command, with further settings, and returns once it is ready. */
    static ServerProcess start(Array<String> before, Path folder, Array<String> settings) throws IOException {
        return started(before, folder, settings.prependAll(Array.of("--chain", "simulated")));
    }

    /** Starts it with these settings, and returns once it is ready. */
    static ServerProcess started(Array<String> before, Path folder, Array<String> settings) throws IOException {
        Process process = begun(before, folder, settings).start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String ready = String.valueOf(out.readLine());
        return new ServerProcess(
                process,
                Json.parseObject(Bytes.of(ready.getBytes(StandardCharsets.UTF_8))).get().get("http_port").intValue());
    }

    /** Starts it and awaits its end; returns its exit code. */
    static int refused(Array<String> before, Path folder, Array<String> settings) throws IOException, InterruptedException {
        return begun(before, folder, settings.prependAll(Array.of("--chain", "simulated"))).inheritIO().start().waitFor();
    }

    private static ProcessBuilder begun(Array<String> before, Path folder, Array<String> settings) {
        return new ProcessBuilder(before
                        .appendAll(Array.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                Mandate.class.getName(),
                                "serve", "--http-port", "0", "--data-dir", folder.toString(),
                                "--bootstrap-api-key", ServeFixture.TOKEN, "--requests-per-key-per-second", "0",
                                "--creations-per-key-per-day", "1000000"))
                        .appendAll(settings)
                        .asJava());
    }

    HttpClient client() {
        return client;
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(ServeFixture.request(port, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> create() throws IOException, InterruptedException {
        return client.send(ServeFixture.creation(port), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends SIGTERM; the process must end within its grace. */
    void stop() throws InterruptedException {
        process.destroy();
        assertTrue(process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS), "it still runs");
    }

    /** Sends SIGKILL, and returns once it has ended. */
    void kill() throws InterruptedException {
        assertTrue(process.destroyForcibly().waitFor(GRACE_SECONDS, TimeUnit.SECONDS), "it still runs");
    }

    @Override
    public void close() {
        var unused = process.destroyForcibly();
        client.close();
    }
}
