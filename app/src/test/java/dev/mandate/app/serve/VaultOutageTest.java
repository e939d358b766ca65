package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server at work, whose key vault is away for a while. */
@Tag("full")
class VaultOutageTest {

    private static final int CLIENTS = 4;
    private static final Array<String> BUDGET = Array.of("--creation-budget-lamports", "900000000000");
    private static final Duration AT_WORK = Duration.ofSeconds(2);
    private static final long LONGEST_RETURN_NANOS = Duration.ofSeconds(10).toNanos();

    @TempDir
    private Path root = Path.of("");

    @Test
    void aSealedVaultThatCannotBeReadForAWhile() throws Exception {
        Path data = Files.createDirectory(root.resolve("data"));
        try (ServerProcess server = ServerProcess.start(
                Array.empty(), data, BUDGET.appendAll(Array.of("--vault-passphrase-file", PassphraseFixture.in(data).toString())))) {
            outage(server, data.resolve("vault"));
        }
    }

    @Test
    void aTokenThatIsGoneForAWhile() throws Exception {
        Path data = root.resolve("data");
        Path wrong = pin("wrong", "another pin");
        Path pin = pin("pin", "a pin");
        Path module = module();
        Path tokens = Files.createDirectory(root.resolve("tokens"));
        Array<String> within = within(tokens);

        // Not started again by the unit: a token locks itself after a few wrong PINs.
        assertEquals(2, ServerProcess.refused(within, data, token(module, wrong)));
        Path away = Files.move(tokens, root.resolve("away"));
        assertEquals(1, ServerProcess.refused(within, data, token(module, pin)));
        assertEquals(tokens, Files.move(away, tokens));
        assertFalse(Files.exists(data));

        try (ServerProcess server = ServerProcess.start(within, data, BUDGET.appendAll(token(module, pin)))) {
            outage(server, tokens);
        }
    }

    private static Array<String> token(Path module, Path pin) {
        return Array.of("--kms", "pkcs11:token=outage?module-path=" + module + "&pin-source=file:" + pin);
    }

    private static Path module() {
        Option<Path> module = Array.of("/usr/lib/softhsm/libsofthsm2.so", "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so")
                .map(Path::of)
                .find(Files::exists);
        Assumptions.assumeTrue(module.isDefined() || System.getenv("CI") != null, "no PKCS#11 module: apt-get install softhsm2");
        return module.get();
    }

    private Path pin(String name, String pin) throws IOException {
        return Files.setPosixFilePermissions(Files.writeString(root.resolve(name), pin + "\n"), PosixFilePermissions.fromString("rw-------"));
    }

    /** The command that runs others with one token in this folder. */
    private Array<String> within(Path tokens) throws IOException, InterruptedException {
        Path conf = Files.writeString(
                root.resolve("softhsm2.conf"), "directories.tokendir = " + tokens + "\nobjectstore.backend = file\nlog.level = ERROR\n");
        Array<String> within = Array.of("env", "SOFTHSM2_CONF=" + conf);
        run(within.appendAll(Array.of(
                "softhsm2-util", "--init-token", "--free", "--label", "outage", "--so-pin", "a security officer", "--pin", "a pin")));
        return within;
    }

    private static void run(Array<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command.asJava()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    /** Clients order accounts all the time. Each answer is an account, an order that is pending, or that the vault is away. */
    private static void outage(ServerProcess server, Path vault) throws IOException, InterruptedException, ExecutionException {
        AtomicBoolean stopped = new AtomicBoolean();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            Array<Future<Integer>> orders = Array.range(0, CLIENTS).map(client -> clients.submit(() -> {
                int made = 0;
                while (!stopped.get()) {
                    HttpResponse<String> answer = server.create();
                    assertTrue(isRefused(answer) || answer.statusCode() == 201 || answer.statusCode() == 202, answer::body);
                    made += answer.statusCode() == 201 ? 1 : 0;
                }
                return made;
            }));
            try {
                Thread.sleep(AT_WORK);
                assertEquals(200, server.get("/health/ready").statusCode());
                Path away = Files.move(vault, vault.resolveSibling("away"));
                Thread.sleep(AT_WORK);
                HttpResponse<String> order = server.create();
                assertTrue(isRefused(order), order::body);
                HttpResponse<String> ready = server.get("/health/ready");
                assertEquals(503, ready.statusCode());
                assertTrue(ready.body().contains("\"vault\":\"silent\""), ready::body);
                HttpResponse<String> read = server.get("/api/v1/smart-accounts");
                assertEquals(200, read.statusCode(), read::body);
                assertTrue(server.get("/metrics").body().contains("mandate_vault_up 0.0"));

                assertEquals(vault, Files.move(away, vault));
                long returned = System.nanoTime();
                HttpResponse<String> answer = server.create();
                while (isRefused(answer) && System.nanoTime() - returned < LONGEST_RETURN_NANOS) {
                    answer = server.create();
                }
                assertEquals(201, answer.statusCode(), answer.body());
            } finally {
                stopped.set(true);
            }
            for (Future<Integer> made : orders) {
                assertTrue(made.get() > 0);
            }
        }
        // An answer of it holds for a second.
        Thread.sleep(Duration.ofSeconds(1));
        assertEquals(200, server.get("/health/ready").statusCode());
        assertNothingStaysPendingOrFails(server);
    }

    private static void assertNothingStaysPendingOrFails(ServerProcess server) throws IOException, InterruptedException {
        long began = System.nanoTime();
        String accounts = server.get("/api/v1/smart-accounts?limit=100").body();
        while (accounts.contains("\"pending\"") && System.nanoTime() - began < LONGEST_RETURN_NANOS) {
            Thread.sleep(100);
            accounts = server.get("/api/v1/smart-accounts?limit=100").body();
        }
        assertTrue(accounts.contains("\"created\"") && !accounts.contains("\"pending\"") && !accounts.contains("\"failed\""), accounts);
    }

    private static boolean isRefused(HttpResponse<String> answer) {
        return answer.statusCode() == 503 && answer.body().contains("key_vault_unavailable");
    }
}
