package dev.mandate.app.serve;

import static dev.mandate.app.serve.ServeFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.api.OpenApi;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.file.VaultFolder;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.app.DocumentedClient;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.AuthenticatedStore;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import dev.mandate.testsupport.openapi.OpenApiDocument;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The whole server over HTTP, on a simulated chain and a journal on disk. Each exchange is checked against the document. */
class ServingTest {

    private static final String SOL = "11111111111111111111111111111111";

    @TempDir
    private Path folder = Path.of("");

    private final TestKey alice = TestKey.of("alice");
    private final TestKey bob = TestKey.of("bob");
    private final StringWriter log = new StringWriter();
    private final HttpClient client = DocumentedClient.client(DocumentedClient.check());
    private Option<Serving> serving = Option.none();

    @AfterEach
    void stop() {
        client.close();
        serving.forEach(Serving::close);
    }

    @Test
    void anAccountIsMadeChangedAndUsed() throws Exception {
        start();
        fund(alice);
        String account = created().get("smart_account_address").stringValue();

        ObjectNode limit = post(
                "/api/v1/smart-accounts/" + account + "/spending-limits",
                "{\"amount\":\"1000000\",\"token_address\":\"%s\",\"period\":\"DAILY\",\"spending_limit_signers\":[\"%s\"],\"transaction_signers\":[\"%s\",\"%s\"]}"
                        .formatted(SOL, alice.address(), alice.address(), bob.address()));
        assertEquals("complete", limit.get("phase").stringValue());
        ObjectNode submitted = submitted(account, limit);
        assertEquals("confirmed", submitted.get("status").stringValue(), submitted::toString);

        ObjectNode read = get("/api/v1/smart-accounts/" + account);
        assertEquals(
                limit.get("spending_limit_address"),
                read.get("policies").get("spending_limits").get(0).get("spending_limit_address"));
        assertEquals(
                submitted.get("status"),
                get("/api/v1/submissions/" + submitted.get("submission_id").stringValue()).get("status"));
    }

    @Test
    void accountsOutliveARestart() throws Exception {
        start();
        String account = created().get("smart_account_address").stringValue();
        serving.forEach(Serving::close);

        start();

        assertEquals(
                account,
                get("/api/v1/smart-accounts").get("items").get(0).get("smart_account_address").stringValue());
    }

    @Test
    void aJournalWithoutItsOperatorsSecretIsNotServedWithAnother() throws Exception {
        start();
        serving.forEach(Serving::close);
        serving = Option.none();
        Path secret = folder.resolve(OperatorSecret.NAME);
        Path kept = Files.move(secret, folder.resolve("kept"));

        String missing = refusal();

        assertTrue(missing.startsWith("there is no key at " + secret + ", and the journal in " + folder), missing);
        assertFalse(Files.exists(secret), "a secret was made for a journal that has one");

        assertTrue(OperatorSecret.openOrCreate(secret).isRight());
        String mismatch = refusal();
        assertTrue(mismatch.startsWith(secret + " is not what the journal in " + folder + " was written with"), mismatch);

        assertEquals(secret, Files.move(kept, secret, StandardCopyOption.REPLACE_EXISTING));
        start();
    }

    @Test
    void aJournalIsNotServedWithAnotherCreationSecret() throws Exception {
        start();
        serving.forEach(Serving::close);
        serving = Option.none();
        Path secret = folder.resolve(CreationSecret.NAME);
        Path kept = Files.move(secret, folder.resolve("kept"));

        String missing = refusal();

        assertTrue(missing.startsWith("there is no key at " + secret + ", and the journal in " + folder), missing);
        assertFalse(Files.exists(secret), "a secret was made for a journal that has one");

        Path other = Files.createDirectory(folder.resolve("other"));
        assertTrue(OperatorSecret.openOrCreate(other.resolve(OperatorSecret.NAME)).isRight());
        assertEquals(secret, Files.copy(other.resolve(CreationSecret.NAME), secret, StandardCopyOption.COPY_ATTRIBUTES));
        String mismatch = refusal();
        assertTrue(mismatch.startsWith(secret + " is not what the journal in " + folder + " was written with"), mismatch);

        assertEquals(secret, Files.move(kept, secret, StandardCopyOption.REPLACE_EXISTING));
        start();
    }

    /** Two instances of an earlier version share a journal, and have copies of one operator's secret. */
    @Test
    void aFolderOfAnEarlierVersionGetsTheCreationSecretThatItsOperatorsSecretYields() throws Exception {
        OperatorSecret operator = OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get();
        Path secret = folder.resolve(CreationSecret.NAME);
        Files.delete(secret);

        start();
        serving.forEach(Serving::close);
        serving = Option.none();

        assertEquals(CreationSecret.derivedFrom(operator).mark(), CreationSecret.open(secret).get().mark());
        Files.delete(secret);
        start();
        assertEquals(CreationSecret.derivedFrom(operator).mark(), CreationSecret.open(secret).get().mark());
    }

    @Test
    void aJournalIsNotServedWithoutItsVault() throws Exception {
        start();
        serving.forEach(Serving::close);
        serving = Option.none();
        Path vault = folder.resolve(VaultFolder.NAME);
        Path kept = Files.move(vault, folder.resolve("kept"));

        String missing = refusal();

        assertTrue(missing.startsWith("there is no key vault in " + vault), missing);
        assertFalse(Files.exists(vault), "none is made");
        assertEquals(vault, Files.move(kept, vault));
        start();
    }

    @Test
    void aClockThatIsADayFromTheNewestRecordIsWarnedOf() {
        OperatorSecret secret = OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get();
        try (JournalStore store = new AuthenticatedStore(SqliteStore.open(folder).get(), secret.journalMac())) {
            Commit old = Commit.at(new UnixTime(System.currentTimeMillis() / 1_000 - 86_500))
                    .append(new StreamId("test", "old"), 0, new Payload("text", 1, "{}"));
            assertTrue(store.journal().commit(old).isRight());
        }

        start();
        serving.forEach(Serving::close);
        assertTrue(log.toString().contains("nothing is deleted for ten minutes"), log::toString);

        log.getBuffer().setLength(0);
        start();
        serving.forEach(Serving::close);
        serving = Option.none();
        assertFalse(log.toString().contains("nothing is deleted"), log::toString);
    }

    private String refusal() {
        return Serving.start(settings(Option.some("simulated")), "test", new PrintWriter(log, true)).getLeft();
    }

    @Test
    void aSecondServerOnTheSameFolderIsRefused() {
        start();

        assertTrue(Serving.start(settings(Option.some("simulated")), "test", new PrintWriter(log, true)).isLeft());
    }

    @Test
    void startFailsIfTheAddressCannotBeBound() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<Setting, String> flags = HashMap.of(Setting.DATA_DIR, folder.toString());
            String port = Integer.toString(taken.getLocalPort());

            String other = Serving.start(settings(flags.put(Setting.HTTP_PORT, port)), "test", new PrintWriter(log, true)).getLeft();
            // From a range for documentation (RFC 5737): no machine has it.
            String foreign = Serving.start(
                            settings(flags.put(Setting.HTTP_HOST, "203.0.113.5")), "test", new PrintWriter(log, true))
                    .getLeft();

            assertEquals("cannot listen on 127.0.0.1 port " + port + ": Address already in use", other);
            assertEquals("cannot listen on 203.0.113.5 port 8080: Cannot assign requested address", foreign);
        }
        // Everything that was opened is closed again: the folder is free.
        start();
    }

    @Test
    void theSameOrderTwiceIsOneAccount() throws Exception {
        start();
        HttpRequest order = request("/api/v1/smart-accounts")
                .header("x-idempotency-key", "order-1")
                .POST(HttpRequest.BodyPublishers.ofString(terms()))
                .build();
        HttpRequest other = request("/api/v1/smart-accounts")
                .header("x-idempotency-key", "order-1")
                .POST(HttpRequest.BodyPublishers.ofString(terms().replace("\"threshold\":2", "\"threshold\":1")))
                .build();

        HttpResponse<String> first = send(order);
        HttpResponse<String> second = send(order);

        assertEquals(201, first.statusCode(), first::body);
        assertEquals(first.body(), second.body());
        assertEquals(409, send(other).statusCode());
    }

    @Test
    void theLogHoldsNoToken() throws Exception {
        start();
        ObjectNode service = get("/api/v1/service");

        assertEquals("sandbox", service.get("environment").stringValue());
        assertFalse(log.toString().contains(ServeFixture.TOKEN), log::toString);
    }

    @Test
    void aBootstrapKeyIsValidOnlyWithTheServerStartedWithIt() throws Exception {
        Map<Setting, String> others = HashMap.of(Setting.HTTP_PORT, "0", Setting.DATA_DIR, folder.toString());
        start();
        assertEquals(200, send(request("/api/v1/service").GET().build()).statusCode());

        for (Map<Setting, String> later : Array.of(
                others.put(Setting.ENVIRONMENT, "production"),
                others,
                others.put(Setting.BOOTSTRAP_API_KEY, "another-key-of-a-test"))) {
            serving.forEach(Serving::close);
            start(settings(later));
            assertEquals(401, send(request("/api/v1/service").GET().build()).statusCode(), later::toString);
        }

        serving.forEach(Serving::close);
        start();
        assertEquals(200, send(request("/api/v1/service").GET().build()).statusCode());
    }

    @Test
    void newConnectionsGet503WhileItStops() throws Exception {
        start();
        Thread stopping = Thread.ofPlatform().start(() -> serving.forEach(server -> server.close(Duration.ofSeconds(1))));

        HttpResponse<String> response = sendOnNewConnection(open("/api/v1/service"));
        while (response.statusCode() != 503) {
            response = sendOnNewConnection(open("/api/v1/service"));
        }

        assertEquals("shutting_down", json(response).get("code").stringValue());
        assertTrue(response.headers().firstValue("retry-after").isPresent());
        HttpResponse<String> again = sendOnNewConnection(open("/health/live"));
        assertEquals(503, again.statusCode());
        stopping.join();
    }

    /** Uses its own connection and closes it. */
    private static HttpResponse<String> sendOnNewConnection(HttpRequest request) throws IOException, InterruptedException {
        try (HttpClient other = DocumentedClient.client(DocumentedClient.check())) {
            return other.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void itsPagesNeedNothingFromElsewhere() throws Exception {
        start();

        assertEquals(200, send(open("/docs")).statusCode());
        HttpResponse<String> metrics = send(open("/metrics"));
        assertEquals(200, metrics.statusCode());
        assertTrue(metrics.body().lines().allMatch(line -> line.matches("# (HELP|TYPE) \\S+ \\S.*|[a-z].*")), metrics::body);
        assertEquals(200, send(open("/health/ready")).statusCode());
        assertTrue(metrics.body().lines().anyMatch("mandate_vault_up 1.0"::equals), metrics::body);
    }

    @Test
    void metricsWithAPortOfTheirOwnAreOnNoOther() throws Exception {
        start(settings(HashMap.of(Setting.HTTP_PORT, "0", Setting.METRICS_PORT, "0", Setting.DATA_DIR, folder.toString())));
        String main = "http://127.0.0.1:" + serving.get().port();
        String own = "http://127.0.0.1:" + serving.get().metricsPort().get();

        assertEquals(404, statusOf(main + "/metrics"));
        assertEquals(200, statusOf(main + "/health/live"));
        assertEquals(200, statusOf(own + "/metrics"));
        assertEquals(200, statusOf(own + "/health/live"));
        assertEquals(404, statusOf(own + "/api/v1/service"));
        serving.forEach(Serving::close);
        assertThrows(ConnectException.class, () -> statusOf(own + "/metrics"));
    }

    private static int statusOf(String uri) throws IOException, InterruptedException {
        try (HttpClient other = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(uri)).build();
            return other.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void beyondLoopbackWithoutATlsProxyItWarns() {
        start(settings(HashMap.of(Setting.HTTP_HOST, "0.0.0.0", Setting.HTTP_PORT, "0", Setting.DATA_DIR, folder.toString())));
        serving.forEach(Serving::close);

        assertTrue(log.toString().contains(" warning - everybody between here and a client reads API keys"), log::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/docs/"})
    void theRootRedirectsToTheDocs(String path) throws Exception {
        start();

        HttpResponse<String> response = send(open(path));

        assertEquals(302, response.statusCode());
        URI target = response.uri().resolve(response.headers().firstValue("location").orElseThrow());
        assertEquals("/docs", target.getPath());
        assertTrue(send(open(target.getPath())).body().contains("<title>Mandate API</title>"));
    }

    @Test
    void theDocumentListsEverythingThatIsServed() throws Exception {
        start();

        ObjectNode everything = Json.parseObject(OpenApi.everything()).get();
        assertEquals(everything, json(send(open("/openapi.json"))));
    }

    @Test
    void withoutSimulatedNetworksTheDocumentOmitsThem() throws Exception {
        start(settings(Option.none()));

        OpenApiDocument document = OpenApiDocument.of(bytes(send(open("/openapi.json"))));

        assertEquals(Array.empty(), document.operations().filter(operation -> operation.path().contains("simulated")));
        HttpRequest funding = request("/api/v1/simulated/fund").POST(HttpRequest.BodyPublishers.ofString("{}")).build();
        try (HttpClient checked = DocumentedClient.client(new OpenApiCheck(document, Array.empty()))) {
            assertEquals(404, checked.send(funding, HttpResponse.BodyHandlers.ofString()).statusCode());
        }
    }

    @Test
    void missingNodesAreLogged() {
        start(settings(Option.none()));
        serving.forEach(Serving::close);

        assertTrue(log.toString().contains(" chain - no node is configured"), log::toString);
    }

    private void start() {
        start(settings(Option.some("simulated")));
    }

    private void start(ServeSettings settings) {
        serving = Option.some(Serving.start(settings, "test", new PrintWriter(log, true))
                .getOrElseThrow(problem -> new AssertionError(problem)));
    }

    private ServeSettings settings(Option<String> chain) {
        Map<Setting, String> flags = HashMap.of(
                Setting.HTTP_PORT, "0",
                Setting.DATA_DIR, folder.toString(),
                Setting.BOOTSTRAP_API_KEY, ServeFixture.TOKEN);
        return settings(chain.map(kind -> flags.put(Setting.CHAIN, kind)).getOrElse(flags));
    }

    private ServeSettings settings(Map<Setting, String> flags) {
        return ServeSettings.of(flags.put(Setting.VAULT_PASSPHRASE_FILE, PassphraseFixture.in(folder).toString()))
                .getOrElseThrow(problems -> new AssertionError(problems.mkString()));
    }

    private void fund(TestKey key) throws Exception {
        ObjectNode funded =
                post("/api/v1/simulated/fund", "{\"address\":\"%s\",\"lamports\":\"5000000000\"}".formatted(key.address()));
        assertEquals("5000000000", funded.get("lamports").stringValue());
    }

    private String terms() {
        return ServeFixture.terms(2, alice.address().toString(), bob.address().toString());
    }

    private ObjectNode created() throws Exception {
        return post("/api/v1/smart-accounts", terms());
    }

    private ObjectNode submitted(String account, ObjectNode built) throws Exception {
        return post("/api/v1/smart-accounts/" + account + "/submit", ServeFixture.submission(built, alice, bob));
    }

    private ObjectNode post(String path, String body) throws Exception {
        HttpResponse<String> reply = send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
        assertTrue(reply.statusCode() < 300, reply::body);
        return json(reply);
    }

    private ObjectNode get(String path) throws Exception {
        HttpResponse<String> reply = send(request(path).GET().build());
        assertEquals(200, reply.statusCode(), reply::body);
        return json(reply);
    }

    private static Bytes bytes(HttpResponse<String> reply) {
        return Bytes.of(reply.body().getBytes(StandardCharsets.UTF_8));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest open(String path) {
        return HttpRequest.newBuilder(uri(path)).GET().build();
    }

    private HttpRequest.Builder request(String path) {
        return ServeFixture.request(serving.get().port(), path);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + serving.get().port() + path);
    }
}
