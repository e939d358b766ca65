package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.Mandate;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.testsupport.postgres.PostgresServer;
import dev.mandate.testsupport.postgres.PostgresUnavailable;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The primary of a PostgreSQL server is killed while clients make accounts, and its standby takes over. Clients repeat what was not answered.
 * {@code tools/failover-drill} plays more rounds.
 */
@Tag("full")
class FailoverTest {

    private static final int ROUNDS = Integer.getInteger("mandate.failover.rounds", 1);
    private static final int CLIENTS = 8;
    private static final Duration SERVED_AGAIN = Duration.ofSeconds(10);

    @TempDir
    private Path root = Path.of("");

    private final HttpClient client = HttpClient.newHttpClient();

    /** A primary and its standby, with a schema for the journal. */
    private record Pair(PostgresServer primary, PostgresServer standby) implements AutoCloseable {

        static Pair start() throws SQLException {
            PostgresServer primary = required(PostgresServer.start(PostgresServer.Durability.NONE));
            execute(primary, "CREATE SCHEMA mandate");
            return new Pair(primary, required(primary.startStandby()));
        }

        private static PostgresServer required(Either<PostgresUnavailable, PostgresServer> started) {
            return started.getOrElseGet(unavailable -> System.getenv("CI") == null
                    ? Assumptions.abort(unavailable.explanation())
                    : Assertions.fail(unavailable.explanation()));
        }

        static void execute(PostgresServer server, String... statements) throws SQLException {
            try (Connection connection = DriverManager.getConnection(server.url()); Statement on = connection.createStatement()) {
                for (String statement : statements) {
                    var unused = on.execute(statement);
                }
            }
        }

        String store() {
            return PostgresServer.url(Array.of(primary, standby)) + "&currentSchema=mandate&targetServerType=primary";
        }

        /** From now on a commit waits until the standby has it. */
        void synchronous() throws Exception {
            execute(
                    primary,
                    "ALTER SYSTEM SET synchronous_standby_names = '" + PostgresServer.STANDBY + "'",
                    "ALTER SYSTEM SET synchronous_commit = 'remote_apply'",
                    "SELECT pg_reload_conf()");
            await("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", 1);
        }

        /** Waits until the standby has everything, and has it receive no more. */
        void detach() throws Exception {
            await("SELECT count(*) FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()", 1);
            execute(standby, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()");
            await("SELECT count(*) FROM pg_stat_replication", 0);
        }

        private void await(String count, int expected) throws Exception {
            for (int poll = 0; poll < 200; poll++) {
                try (Connection connection = DriverManager.getConnection(primary.url());
                        ResultSet found = connection.createStatement().executeQuery(count)) {
                    if (found.next() && found.getInt(1) == expected) {
                        return;
                    }
                }
                Thread.sleep(50);
            }
            Assertions.fail(count + " is not " + expected);
        }

        void failOver() throws SQLException {
            primary.kill();
            execute(standby, "SELECT pg_promote()");
        }

        @Override
        public void close() {
            standby.close();
            primary.close();
        }
    }

    private Either<String, Serving> start(String store, Path data, StringWriter log, Consent... consents) {
        Map<Setting, String> settings = HashMap.of(
                Setting.CHAIN, "simulated",
                Setting.HTTP_PORT, "0",
                Setting.DATA_DIR, data.toString(),
                Setting.STORE, store,
                Setting.BOOTSTRAP_API_KEY, ServeFixture.TOKEN,
                Setting.REQUESTS_PER_KEY_PER_SECOND, "0",
                Setting.CREATIONS_PER_KEY_PER_DAY, "1000000",
                Setting.CREATION_BUDGET_LAMPORTS, "1000000000000");
        return ServeSettings.of(settings)
                .mapLeft(Object::toString)
                .flatMap(valid -> Serving.start(valid, HashSet.of(consents), "test", new PrintWriter(log, true)));
    }

    private HttpResponse<String> create(int port, String key) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(ServeFixture.creation(port), (name, value) -> true)
                        .header("x-idempotency-key", key)
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Clients that make accounts, each under a key of its own until it is answered, then under the next one. */
    private final class Load {

        private final ConcurrentMap<String, String> acknowledged = new ConcurrentHashMap<>();
        private final AtomicLong lastSuccess = new AtomicLong();
        private final AtomicBoolean stopping = new AtomicBoolean();
        private final Array<Thread> threads;

        Load(int port) {
            threads = Array.range(0, CLIENTS).map(number -> Thread.ofPlatform().start(() -> run(port, number)));
        }

        private void run(int port, int number) {
            for (int made = 0; !stopping.get(); made++) {
                String key = "client-" + number + "-account-" + made;
                while (!stopping.get() && acknowledged.get(key) == null) {
                    try {
                        HttpResponse<String> answer = create(port, key);
                        if (answer.statusCode() == 201) {
                            acknowledged.put(key, address(answer));
                            lastSuccess.set(System.nanoTime());
                        }
                    } catch (IOException unanswered) {
                        // It is repeated.
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }

        void awaitMore(int more) throws InterruptedException {
            int before = acknowledged.size();
            while (acknowledged.size() < before + more) {
                Thread.sleep(5);
            }
        }

        void stop() throws InterruptedException {
            stopping.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static String address(HttpResponse<String> answer) {
        return ServeFixture.json(answer).get("smart_account_address").stringValue();
    }

    private static int mandate(StringWriter out, String... arguments) {
        return Mandate.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true)).execute(arguments);
    }

    private static void verify(String store, Path data) {
        StringWriter out = new StringWriter();
        assertEquals(0, mandate(out, "verify-log", "--store", store, "--data-dir", data.toString()), out::toString);
    }

    @Test
    void withASynchronousStandbyNothingIsLostAndClientsAreServedAgainWithinTenSeconds() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Path data = Files.createDirectory(root.resolve("synchronous-" + round));
            StringWriter log = new StringWriter();
            try (Pair servers = Pair.start(); Serving serving = start(servers.store(), data, log).get()) {
                servers.synchronous();
                Load load = new Load(serving.port());
                load.awaitMore(50);

                servers.failOver();
                long promoted = System.nanoTime();
                int before = load.acknowledged.size();
                while (load.acknowledged.size() <= before) {
                    assertTrue(System.nanoTime() - promoted < SERVED_AGAIN.toNanos(), () -> "not served again: " + log);
                    Thread.sleep(5);
                }
                long millis = Duration.ofNanos(System.nanoTime() - promoted).toMillis();
                load.awaitMore(50);
                load.stop();

                for (var made : load.acknowledged.entrySet()) {
                    assertEquals(made.getValue(), address(create(serving.port(), made.getKey())));
                }
                System.err.printf("failover: served again after %s ms, %s accounts kept%n", millis, load.acknowledged.size());
                verify(servers.store(), data);
            }
        }
    }

    @Test
    void withoutASynchronousStandbyTheLossIsRefusedUntilItIsAccepted() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Path data = Files.createDirectory(root.resolve("asynchronous-" + round));
            StringWriter log = new StringWriter();
            try (Pair servers = Pair.start()) {
                String token = "";
                try (Serving serving = start(servers.store(), data, log).getOrElseThrow(why -> new AssertionError(why))) {
                    StringWriter made = new StringWriter();
                    assertEquals(0, mandate(made, "api-key", "create", "--name", "ann", "--store", servers.store(), "--data-dir", data.toString()));
                    token = made.toString().lines().filter(line -> line.startsWith("mk_")).findFirst().orElseThrow();
                    String id = made.toString().replaceAll("(?s).*(key_[0-9a-f]{16}).*", "$1");
                    assertEquals(200, get(serving, token).statusCode());
                    servers.detach();
                    StringWriter revoked = new StringWriter();
                    assertEquals(
                            0, mandate(revoked, "api-key", "revoke", id, "--store", servers.store(), "--data-dir", data.toString()), revoked::toString);
                    Load load = new Load(serving.port());
                    load.awaitMore(20);

                    servers.failOver();

                    Thread.sleep(1_000);
                    int after = load.acknowledged.size();
                    Thread.sleep(1_000);
                    load.stop();
                    assertEquals(after, load.acknowledged.size(), "accounts are made on a journal that has lost commits");
                    ServeFixture.assertRefused(503, "journal_damaged", create(serving.port(), "one-more"));
                    assertTrue(log.toString().contains("has lost commits"), log::toString);
                }
                StringWriter verified = new StringWriter();
                assertEquals(1, mandate(verified, "verify-log", "--store", servers.store(), "--data-dir", data.toString()));
                assertTrue(verified.toString().contains("✗ the journal has lost commits"), verified::toString);
                Either<String, Serving> refused = start(servers.store(), data, log);
                assertTrue(refused.isLeft() && refused.getLeft().contains("--accept-lost-commits"), refused::toString);

                try (Serving serving = start(servers.store(), data, log, Consent.ACCEPT_LOST_COMMITS)
                        .getOrElseThrow(why -> new AssertionError(why))) {
                    assertEquals(401, get(serving, token).statusCode());
                    assertEquals(201, create(serving.port(), "after").statusCode());
                }
                start(servers.store(), data, log).get().close();
                verify(servers.store(), data);
            }
        }
    }

    private HttpResponse<String> get(Serving serving, String token) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(
                                ServeFixture.request(serving.port(), "/api/v1/smart-accounts").build(),
                                (name, value) -> !name.equalsIgnoreCase("authorization"))
                        .header("authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
