package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.app.DocumentedClient;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** A server on a simulated chain and a SQLite journal, which a test disturbs while it runs. */
final class ServeFixture implements AutoCloseable {

    static final String TOKEN = "bootstrap-key-of-a-test";
    private static final TestKey ALICE = TestKey.of("alice");

    private final Path folder;
    private final StringWriter log = new StringWriter();
    private final Serving serving;
    private final HttpClient client = DocumentedClient.client(DocumentedClient.check());

    ServeFixture(Path folder) {
        this(folder, HashMap.empty());
    }

    ServeFixture(Path folder, Map<Setting, String> more) {
        this.folder = folder;
        this.serving = ServeSettings.of(more.merge(HashMap.of(
                        Setting.CHAIN, "simulated",
                        Setting.HTTP_PORT, "0",
                        Setting.DATA_DIR, folder.toString(),
                        Setting.BOOTSTRAP_API_KEY, TOKEN)))
                .mapLeft(Object::toString)
                .flatMap(settings -> Serving.start(settings, "test", new PrintWriter(log, true)))
                .getOrElseThrow(problem -> new AssertionError(problem));
    }

    int port() {
        return serving.port();
    }

    HttpClient client() {
        return client;
    }

    /** Opens another connection to the journal. */
    Connection journal() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
    }

    int update(String sql) throws SQLException {
        try (Connection journal = journal(); Statement statement = journal.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** Requests an account at the operator's cost. */
    static HttpRequest creation(int port) {
        return request(port, "/api/v1/smart-accounts")
                .POST(HttpRequest.BodyPublishers.ofString(terms(1, ALICE.address().toString())))
                .build();
    }

    /** Returns the body that requests an account of {@code signers}, who have all permissions. */
    static String terms(int threshold, String... signers) {
        return "{\"threshold\":" + threshold + ",\"smart_account_signers\":"
                + Array.of(signers)
                        .map(signer -> "{\"address\":\"" + signer + "\",\"permissions\":[\"CAN_INITIATE\",\"CAN_VOTE\",\"CAN_EXECUTE\"]}")
                        .mkString("[", ",", "]}");
    }

    /** Returns the body that submits what a builder answered, signed by {@code keys}. */
    static String submission(ObjectNode built, TestKey... keys) {
        byte[] unsigned = Base64.getDecoder().decode(built.get("transaction").stringValue());
        byte[] signed = KeyRing.of(keys).sign(Bytes.of(unsigned)).toArray();
        return "{\"transaction\":\"%s\",\"kms_payloads\":[]}".formatted(Base64.getEncoder().encodeToString(signed));
    }

    static HttpRequest.Builder request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("authorization", "Bearer " + TOKEN)
                .header("content-type", "application/json");
    }

    HttpRequest.Builder request(String path) {
        return request(serving.port(), path);
    }

    HttpRequest creation() {
        return creation(serving.port());
    }

    HttpResponse<String> create() throws IOException, InterruptedException {
        return client.send(creation(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(serving.port(), path).build(), HttpResponse.BodyHandlers.ofString());
    }

    static ObjectNode json(HttpResponse<String> reply) {
        return Json.parseObject(Bytes.of(reply.body().getBytes(StandardCharsets.UTF_8))).get();
    }

    static void assertRefused(int status, String code, HttpResponse<String> reply) {
        assertEquals(status, reply.statusCode(), reply::body);
        assertEquals(code, json(reply).get("code").stringValue());
    }

    /** Returns the server's log; it is complete once the server is closed. */
    String log() {
        return log.toString();
    }

    @Override
    public void close() {
        client.close();
        serving.close();
    }
}
