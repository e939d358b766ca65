package dev.mandate.app.serve;

import static dev.mandate.app.serve.ServeFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.DocumentedClient;
import dev.mandate.app.Mandate;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The whole server over HTTP, with devnet behind the JSON-RPC interface of two nodes, and no node of mainnet. */
class ServingOnNodesTest {

    private static final String MAINNET_GENESIS = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";

    @TempDir
    private Path folder = Path.of("");

    private final SimulatedChain simulated = new SimulatedChain(UnixTime.of(Instant.now()));
    private final SolanaTestNode first = SolanaTestNode.httpOnly(simulated);
    private final SolanaTestNode second = SolanaTestNode.httpOnly(simulated);
    private final TestKey alice = TestKey.of("alice");
    private final TestKey bob = TestKey.of("bob");
    private final StringWriter log = new StringWriter();
    private final HttpClient client = DocumentedClient.client(DocumentedClient.check());
    private Option<Serving> serving = Option.none();
    private String token = ServeFixture.TOKEN;

    @BeforeEach
    void fundSigners() {
        simulated.fund(alice.address(), BaseUnits.of(5_000_000_000L));
        simulated.fund(bob.address(), BaseUnits.of(5_000_000_000L));
    }

    @AfterEach
    void stop() {
        client.close();
        serving.forEach(Serving::close);
        first.close();
        second.close();
    }

    private void start() {
        start(HashMap.of(Setting.BOOTSTRAP_API_KEY, ServeFixture.TOKEN));
    }

    private void start(Map<Setting, String> more) {
        Map<Setting, String> flags = more.merge(HashMap.of(
                Setting.HTTP_PORT, "0",
                Setting.DATA_DIR, folder.toString(),
                Setting.VAULT_PASSPHRASE_FILE, PassphraseFixture.in(folder).toString(),
                Setting.DEFAULT_NETWORK, "devnet",
                Setting.RPC_URL_DEVNET, first.providerUrl() + "," + second.providerUrl()));
        serving = Option.some(Serving.start(ServeSettings.of(flags).get(), "test", new PrintWriter(log, true))
                .getOrElseThrow(problem -> new AssertionError(problem)));
    }

    @Test
    void anAccountIsMadeAtTheOperatorsCostAndChanged() throws Exception {
        start();
        assertAnAccountIsMadeAndChanged();
    }

    @Test
    void theSameHoldsInProduction() throws Exception {
        StringWriter made = new StringWriter();
        assertEquals(0, Mandate.commandLine()
                .setOut(new PrintWriter(made, true))
                .execute("api-key", "create", "--name", "a", "--scopes", "read,build,create,submit", "--data-dir", folder.toString()));
        token = made.toString().strip();
        start(HashMap.of(Setting.ENVIRONMENT, "production"));
        assertAnAccountIsMadeAndChanged();
        serving.forEach(Serving::close);

        start(HashMap.of(Setting.ENVIRONMENT, "production"));
        ObjectNode accounts = json(send("GET", "/api/v1/smart-accounts", "", "devnet"));
        assertTimeLock(accounts.at("/items/0/smart_account_address").stringValue());
        assertAnAccountIsMadeAndChanged();
    }

    @Test
    void productionNeedsAPassphrase() {
        HashMap<Setting, String> flags = HashMap.of(
                Setting.ENVIRONMENT, "production",
                Setting.DATA_DIR, folder.toString(),
                Setting.RPC_URL_DEVNET, first.providerUrl().toString());
        Path missing = folder.resolve("no such file");

        assertEquals(
                Array.of("--vault-passphrase-file is needed: a file of one line that only its owner can read"),
                ServeSettings.of(flags).getLeft());
        assertEquals(
                Either.left("--vault-passphrase-file: there is no key at " + missing),
                Serving.start(
                        ServeSettings.of(flags.put(Setting.VAULT_PASSPHRASE_FILE, missing.toString())).get(), "test", new PrintWriter(log)));
    }

    private String madeAccount() throws Exception {
        ObjectNode service = json(send("GET", "/api/v1/service", "", "devnet"));
        String feePayer = service.get("networks").get("devnet").get("fee_payer").stringValue();
        simulated.fund(Address.of(feePayer), BaseUnits.of(10_000_000_000L));

        HttpResponse<String> made = send("POST", "/api/v1/smart-accounts", terms(), "devnet");
        assertEquals(201, made.statusCode(), made::body);
        return json(made).get("smart_account_address").stringValue();
    }

    private void assertAnAccountIsMadeAndChanged() throws Exception {
        String account = madeAccount();

        HttpResponse<String> built = send("PATCH", "/api/v1/smart-accounts/" + account, "{\"time_lock\": 3600}", "devnet");
        assertEquals(200, built.statusCode(), built::body);
        HttpResponse<String> submitted = submit(account, json(built));
        assertEquals(200, submitted.statusCode(), submitted::body);
        assertEquals("confirmed", json(submitted).get("status").stringValue());
        assertTimeLock(account);
    }

    private void assertTimeLock(String account) throws Exception {
        assertEquals(3_600, json(send("GET", "/api/v1/smart-accounts/" + account, "", "devnet")).get("time_lock").intValue());
    }

    @Test
    void theSameHoldsWhereTheFirstNodeAnswersNothingIfOneNodeIsEnough() throws Exception {
        first.failing(methods -> Option.some(new NodeFault.Cut()));
        start(HashMap.of(Setting.BOOTSTRAP_API_KEY, ServeFixture.TOKEN, Setting.RPC_AGREEMENT, "1"));
        assertAnAccountIsMadeAndChanged();
    }

    @Test
    void whileOneOfTwoNodesFailsThereIsNoSignatureAndReadsGoOn() throws Exception {
        start();
        assertAnAccountIsMadeAndChanged();
        String account = json(send("GET", "/api/v1/smart-accounts", "", "devnet")).at("/items/0/smart_account_address").stringValue();
        first.failing(methods -> Option.some(new NodeFault.Cut()));

        HttpResponse<String> built = send("PATCH", "/api/v1/smart-accounts/" + account, "{\"time_lock\": 60}", "devnet");
        assertEquals(200, built.statusCode(), built::body);
        HttpResponse<String> submitted = submit(account, json(built));
        assertEquals(503, submitted.statusCode(), submitted::body);
        assertEquals("nodes_missing", json(submitted).get("code").stringValue());
        assertTimeLock(account);
        assertEquals("503 {\"devnet\":\"too_few_nodes\"}", health());
        serving.forEach(Serving::close);
        Array<String> requests = submitted.headers().allValues("x-request-id").stream().collect(Array.collector())
                .appendAll(built.headers().allValues("x-request-id"));
        assertTrue(requests.exists(id -> log.toString().contains("(request " + id + ")")), () -> requests + " " + log);
    }

    @Test
    void aListEndsItsPageWithTheCallsOfItsRequest() throws Exception {
        start();
        Address account = Address.of(madeAccount());
        simulated.fund(account, BaseUnits.of(1_000_000_000));
        for (int lamports = 1; lamports <= 70; lamports++) {
            Message payment = new Message(
                    MessageVersion.LEGACY,
                    alice.address(),
                    simulated.latestBlockhash().get().blockhash(),
                    Array.of(SystemProgram.transfer(alice.address(), account, BaseUnits.of(lamports))),
                    Array.empty());
            assertTrue(simulated.send(TestTransactions.signed(payment, Array.of(alice))).exists(SendOutcome.Accepted.class::isInstance));
        }
        serving.forEach(Serving::close);
        start(HashMap.of(Setting.BOOTSTRAP_API_KEY, ServeFixture.TOKEN, Setting.NODE_CALLS_PER_REQUEST, "61"));
        var unused = send("GET", "/api/v1/smart-accounts/" + account, "", "devnet");

        Array<String> amounts = Array.empty();
        Option<String> cursor = Option.some("");
        while (cursor.isDefined()) {
            JsonNode page = json(send("GET", "/api/v1/smart-accounts/" + account + "/transfers?limit=100" + cursor.get(), "", "devnet"));
            assertTrue(page.get("items").size() <= 61, "each takes a call at least");
            assertTrue(!page.get("items").isEmpty() || page.get("next_cursor").isNull(), page::toString);
            amounts = amounts.appendAll(Array.ofAll(page.get("items")).map(item -> item.at("/amount").asString()));
            cursor = Option.of(page.get("next_cursor").stringValue(null)).map(next -> "&cursor=" + next);
        }

        assertEquals(Array.rangeClosedBy(70, 1, -1).map(String::valueOf), amounts.take(70));
    }

    @Test
    void aNetworkWithoutANodeIsNotConfigured() throws Exception {
        start();
        HttpResponse<String> refused = send("GET", "/api/v1/smart-accounts", "", "mainnet");
        assertEquals(503, refused.statusCode());
        assertEquals("network_not_configured", json(refused).get("code").stringValue());
    }

    @Test
    void healthTellsHowTheNodesAre() throws Exception {
        start();
        assertEquals("200 {\"devnet\":\"answers\"}", health());
    }

    @Test
    void healthTellsThatTheNodesAreBehind() throws Exception {
        start();
        NodeFault behind = new NodeFault.ErrorAnswer(-32005, "{\"numSlotsBehind\": 200}");
        first.failing(methods -> Option.when(methods.contains("getHealth"), behind));
        second.failing(methods -> Option.when(methods.contains("getHealth"), behind));
        assertEquals("503 {\"devnet\":\"behind\"}", health());
    }

    @Test
    void healthTellsThatTheNodesAreOfAnotherNetwork() throws Exception {
        first.genesis(MAINNET_GENESIS);
        second.genesis(MAINNET_GENESIS);
        start();
        assertEquals("503 {\"devnet\":\"wrong_network\"}", health());
    }

    @Test
    void healthTellsThatNoNodeAnswers() throws Exception {
        first.close();
        second.close();
        start();
        assertEquals("503 {\"devnet\":\"silent\"}", health());
    }

    @Test
    void readinessAndMetricsTellADeadNodeFromALivingOne() throws Exception {
        second.failing(methods -> Option.some(new NodeFault.Cut()));
        start(HashMap.of(Setting.BOOTSTRAP_API_KEY, ServeFixture.TOKEN, Setting.RPC_AGREEMENT, "1"));
        assertEquals(Array.of("answers", "silent"), nodes().map(node -> node.get("state").stringValue()));
        await(() -> metrics().contains("mandate_node_up{network=\"devnet\",node=\"" + name(second) + "\"} 0.0"));
        await(() -> metrics().contains("mandate_node_up{network=\"devnet\",node=\"" + name(first) + "\"} 1.0"));
        assertTrue(metrics().contains("mandate_node_lag_slots{network=\"devnet\",node=\"" + name(first) + "\"} 0.0"), metrics());
        assertTrue(metrics().contains("mandate_node_lag_slots{network=\"devnet\",node=\"" + name(second) + "\"} NaN"), metrics());
        assertTrue(metrics().contains("mandate_node_faults_total{method=\"getGenesisHash\",network=\"devnet\",node=\"" + name(second)), metrics());
    }

    @Test
    void readinessAndLogTellWhatANodeLacks() throws Exception {
        first.failing(methods -> Option.when(methods.contains("getProgramAccounts"), new NodeFault.ErrorAnswer(-32601, "null")));
        start();
        await(() -> log.toString().contains(" node " + name(first) + " devnet lacks getProgramAccounts: spending limits that were made elsewhere"));
        assertTrue(log.toString().contains(" node " + name(first) + " devnet getProgramAccounts: -32601"), log::toString);
        assertEquals("getProgramAccounts", nodes().head().at("/missing/0/method").stringValue());
        assertEquals(0, nodes().last().get("missing").size());
    }

    @Tag("full")
    @Test
    void eachFaultOfANodeIsALineOnceAMinute() throws Exception {
        start(HashMap.of(Setting.BOOTSTRAP_API_KEY, ServeFixture.TOKEN, Setting.RPC_AGREEMENT, "1"));
        await(() -> metrics().contains("mandate_node_up"));
        first.failing(methods -> Option.when(methods.contains("getEpochInfo"), new NodeFault.Status(502, Option.none())));
        String lines = " node " + name(first) + " devnet getHealth+getEpochInfo: HTTP 502: no";
        for (int i = 0; i < 3; i++) {
            assertEquals("200 {\"devnet\":\"answers\"}", health());
            Thread.sleep(1_100);
        }
        await(() -> log.toString().contains(lines));
        assertEquals(log.toString().indexOf(lines), log.toString().lastIndexOf(lines), log::toString);
    }

    @Test
    void anAccountIsReadWithoutASearchAndSaysThatLimitsMayBeMissing() throws Exception {
        start();
        String account = madeAccount();
        HttpResponse<String> built = send(
                "POST",
                "/api/v1/smart-accounts/" + account + "/spending-limits",
                "{\"amount\":\"1000\",\"period\":\"DAILY\",\"token_address\":\"11111111111111111111111111111111\",\"spending_limit_signers\":[\""
                        + alice.address() + "\"]}",
                "devnet");
        assertEquals("confirmed", json(submit(account, json(built))).get("status").stringValue(), built::body);
        NodeFault refused = new NodeFault.ErrorAnswer(-32601, "null");
        first.failing(methods -> Option.when(methods.contains("getProgramAccounts"), refused));
        second.failing(methods -> Option.when(methods.contains("getProgramAccounts"), refused));

        ObjectNode read = json(send("GET", "/api/v1/smart-accounts/" + account, "", "devnet"));
        assertEquals(1, read.at("/policies/spending_limits").size(), read::toString);
        assertEquals("limits_may_be_missing", read.at("/policies/warnings/0/code").stringValue());
        ObjectNode page = json(send("GET", "/api/v1/smart-accounts/" + account + "/spending-limits", "", "devnet"));
        assertEquals(read.at("/policies/spending_limits"), page.get("items"));
        assertEquals("limits_may_be_missing", page.at("/warnings/0/code").stringValue());
        String limit = page.at("/items/0/spending_limit_address").stringValue();
        assertEquals(page.at("/items/0"), json(send("GET", "/api/v1/smart-accounts/" + account + "/spending-limits/" + limit, "", "devnet")));
    }

    private static String name(SolanaTestNode node) {
        return "127.0.0.1:" + node.providerUrl().getPort();
    }

    private Array<JsonNode> nodes() throws IOException, InterruptedException {
        HttpResponse<String> reply = client.send(
                HttpRequest.newBuilder(uri("/health/ready")).GET().build(), HttpResponse.BodyHandlers.ofString());
        return Array.ofAll(json(reply).at("/nodes/devnet").values());
    }

    private String metrics() {
        try {
            return client.send(HttpRequest.newBuilder(uri("/metrics")).GET().build(), HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        for (int tries = 0; !condition.getAsBoolean(); tries++) {
            assertTrue(tries < 200, log::toString);
            Thread.sleep(50);
        }
    }

    @Test
    void noUrlIsInTheLogOrAnAnswer() throws Exception {
        first.failing(methods -> Option.some(new NodeFault.ErrorAnswer(-32602, "null")));
        second.failing(methods -> Option.some(new NodeFault.Status(401, Option.none())));
        start();
        HttpResponse<String> made = send("POST", "/api/v1/smart-accounts", terms(), "devnet");
        assertTrue(made.statusCode() >= 202, made::body);
        assertFalse((made.body() + health()).contains(SolanaTestNode.SECRET), made::body);
        serving.forEach(Serving::close);
        serving = Option.none();
        assertTrue(log.toString().contains(" chain devnet nodes: 127.0.0.1:" + first.providerUrl().getPort() + ", 127.0.0.1:"), log::toString);
        assertFalse(log.toString().contains(SolanaTestNode.SECRET), log::toString);
    }

    private String health() throws IOException, InterruptedException {
        HttpResponse<String> reply = client.send(
                HttpRequest.newBuilder(uri("/health/ready")).GET().build(), HttpResponse.BodyHandlers.ofString());
        return reply.statusCode() + " " + json(reply).get("chains");
    }

    private String terms() {
        return ServeFixture.terms(2, alice.address().toString(), bob.address().toString());
    }

    private HttpResponse<String> submit(String account, ObjectNode built) throws IOException, InterruptedException {
        return send("POST", "/api/v1/smart-accounts/" + account + "/submit", ServeFixture.submission(built, alice, bob), "devnet");
    }

    private HttpResponse<String> send(String method, String path, String body, String network) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .header("authorization", "Bearer " + token)
                .header("content-type", "application/json")
                .header("x-squads-network", network)
                .method(method, body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + serving.get().port() + path);
    }
}
