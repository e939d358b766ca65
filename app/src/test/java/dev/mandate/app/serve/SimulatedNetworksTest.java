package dev.mandate.app.serve;

import static dev.mandate.app.serve.ServeFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The clock and the balances of simulated networks over HTTP. Each exchange is checked against the document. */
class SimulatedNetworksTest {

    private static final String START = "2026-01-01T00:00:00Z";

    @TempDir
    private Path folder = Path.of("");

    private Option<ServeFixture> server = Option.none();

    @AfterEach
    void stop() {
        server.forEach(ServeFixture::close);
    }

    @Test
    void aStandingClockMovesOnlyWhenItIsAdvanced() throws Exception {
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
    void aRunningClockContinuesFromTheAdvancedTime() throws Exception {
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

        ObjectNode other = json(send("advance", "{\"seconds\":0}", "devnet"));
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
    void fundingNeverExceedsTheLargestBalance() throws Exception {
        start(HashMap.of(Setting.SIMULATED_CLOCK, START));
        String all = "{\"address\":\"7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU\",\"lamports\":\"%s\"}";

        HttpResponse<String> most = send("fund", all.formatted("18446744073709551615"), "mainnet");
        HttpResponse<String> more = send("fund", all.formatted("1"), "mainnet");
        HttpResponse<String> elsewhere = send("fund", all.formatted("1"), "devnet");

        assertEquals(200, most.statusCode(), most::body);
        assertEquals(422, more.statusCode(), more::body);
        assertEquals("out_of_range", json(more).get("code").stringValue());
        assertEquals(200, elsewhere.statusCode(), elsewhere::body);
    }

    @Test
    void anAccountOfTheOtherNetworkIsNamedToItsTenant() throws Exception {
        start(HashMap.of(Setting.SIMULATED_CLOCK, START));
        String order = "{\"threshold\":1,\"smart_account_signers\":[{\"address\":\"7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU\","
                + "\"permissions\":[\"CAN_INITIATE\",\"CAN_VOTE\",\"CAN_EXECUTE\"]}]}";
        HttpRequest create = server.get()
                .request("/api/v1/smart-accounts")
                .header("x-service-network", "devnet")
                .POST(HttpRequest.BodyPublishers.ofString(order))
                .build();
        String account = json(server.get().client().send(create, HttpResponse.BodyHandlers.ofString()))
                .get("smart_account_address")
                .stringValue();

        HttpRequest read = server.get().request("/api/v1/smart-accounts/" + account).header("x-service-network", "mainnet").GET().build();
        HttpResponse<String> unknown = server.get().client().send(read, HttpResponse.BodyHandlers.ofString());

        assertEquals(404, unknown.statusCode(), unknown::body);
        assertEquals("unknown_account", json(unknown).get("code").stringValue());
        assertEquals(
                "x-service-network: devnet", json(unknown).get("remedy").get("any_of").get(0).get("header").stringValue(), unknown::body);
    }

    private void start(Map<Setting, String> more) {
        server = Option.some(new ServeFixture(folder, more));
    }

    private ObjectNode advance(long seconds) throws Exception {
        HttpResponse<String> answer = send("advance", "{\"seconds\":" + seconds + "}", "mainnet");
        assertEquals(200, answer.statusCode(), answer::body);
        return json(answer);
    }

    private HttpResponse<String> send(String call, String body, String network) throws Exception {
        HttpRequest request = server.get()
                .request("/api/v1/simulated/" + call)
                .header("x-service-network", network)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return server.get().client().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String time(ObjectNode advanced) {
        return advanced.get("time").stringValue();
    }
}
