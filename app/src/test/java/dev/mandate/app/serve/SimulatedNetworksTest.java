package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.app.DocumentedClient;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The clock and the balances of simulated networks over HTTP. Each exchange is checked against the document. */
class SimulatedNetworksTest {

    private static final String TOKEN = "bootstrap-key-of-a-test";
    private static final String START = "2026-01-01T00:00:00Z";

    @TempDir
    private Path folder = Path.of("");

    private final HttpClient client = DocumentedClient.client(DocumentedClient.check());
    private Option<Serving> serving = Option.none();

    @AfterEach
    void stop() {
        serving.forEach(Serving::close);
        client.close();
    }

    @Test
    void aStandingClockMovesOnlyWhenItIsTold() throws Exception {
        start(HashMap.of(Setting.SIMULATED_CLOCK, START));

        assertEquals(START, time(advance(0)));
        assertEquals("2026-01-01T01:00:00Z", time(advance(3_600)));
        assertEquals("2026-01-01T01:00:00Z", time(advance(0)));
    }

    @Test
    void blocksComeWhileTimePasses() throws Exception {
        start(HashMap.of(Setting.SIMULATED_CLOCK, START));
        long before = advance(0).get("slot").longValue();

        long after = advance(60).get("slot").longValue();

        assertEquals(150, after - before);
    }

    @Test
    void aClockThatGoesAsTheMachinesGoesOnFromWhereItWasAdvancedTo() throws Exception {
        Instant before = Instant.now();
        start(HashMap.empty());

        Instant advanced = Instant.parse(time(advance(86_400)));

        assertFalse(advanced.isBefore(before.plusSeconds(86_400).minusSeconds(1)), "less than a day passed");
        while (!Instant.parse(time(advance(0))).isAfter(advanced)) {
            Thread.sleep(50);
        }
    }

    @Test
    void theOtherNetworkHasItsOwnTime() throws Exception {
        start(HashMap.of(Setting.SIMULATED_CLOCK, START));

        assertEquals("2026-01-01T01:00:00Z", time(advance(3_600)));

        ObjectNode other = body(send("advance", "{\"seconds\":0}", "devnet"));
        assertEquals(START, time(other));
    }

    @Test
    void timeGoesForwardAndInStepsOfAYearAtMost() throws Exception {
        start(HashMap.of(Setting.SIMULATED_CLOCK, START));

        for (String wrong : new String[] {"-1", "31622401", "\"60\"", "1.5"}) {
            HttpResponse<String> refused = send("advance", "{\"seconds\":" + wrong + "}", "mainnet");
            assertTrue(refused.statusCode() == 422 || refused.statusCode() == 400, refused::body);
        }
        assertEquals(START, time(advance(0)));
    }

    @Test
    void nobodyIsGivenMoreThanAnAddressHolds() throws Exception {
        start(HashMap.of(Setting.SIMULATED_CLOCK, START));
        String all = "{\"address\":\"7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU\",\"lamports\":\"%s\"}";

        HttpResponse<String> most = send("fund", all.formatted("18446744073709551615"), "mainnet");
        HttpResponse<String> more = send("fund", all.formatted("1"), "mainnet");
        HttpResponse<String> elsewhere = send("fund", all.formatted("1"), "devnet");

        assertEquals(200, most.statusCode(), most::body);
        assertEquals(422, more.statusCode(), more::body);
        assertEquals("out_of_range", body(more).get("code").stringValue());
        assertEquals(200, elsewhere.statusCode(), elsewhere::body);
    }

    private void start(Map<Setting, String> more) {
        Map<Setting, String> flags = more.put(Setting.HTTP_PORT, "0")
                .put(Setting.CHAIN, "simulated")
                .put(Setting.DATA_DIR, folder.toString())
                .put(Setting.BOOTSTRAP_API_KEY, TOKEN);
        ServeSettings settings = ServeSettings.of(flags)
                .getOrElseThrow(problems -> new AssertionError(problems.mkString()));
        serving = Option.some(Serving.start(settings, "test", new PrintWriter(new StringWriter(), true))
                .getOrElseThrow(problem -> new AssertionError(problem)));
    }

    private ObjectNode advance(long seconds) throws Exception {
        HttpResponse<String> answer = send("advance", "{\"seconds\":" + seconds + "}", "mainnet");
        assertEquals(200, answer.statusCode(), answer::body);
        return body(answer);
    }

    private HttpResponse<String> send(String call, String body, String network) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + serving.get().port() + "/api/v1/simulated/" + call))
                .header("authorization", "Bearer " + TOKEN)
                .header("content-type", "application/json")
                .header("x-service-network", network)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static ObjectNode body(HttpResponse<String> answer) {
        return Json.parseObject(Bytes.of(answer.body().getBytes(StandardCharsets.UTF_8))).get();
    }

    private static String time(ObjectNode advanced) {
        return advanced.get("time").stringValue();
    }
}
