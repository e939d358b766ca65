package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What keys could take from an account, over HTTP. */
class ExposureCallsTest {

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account + "/exposure";

    ExposureCallsTest() {
        fixture.fund(account, 5_000_000_000L);
    }

    @Test
    void someKeysTakeEverythingAndTheAnswerHasTheSteps() {
        JsonNode answer = fixture.served("GET", path + "?keys=" + fixture.alice.address() + "," + fixture.bob.address(), "");

        assertEquals(answer.get("at"), answer.get("control_at"));
        assertEquals(answer.get("balances").get(0).get("amount"), answer.get("money").get(0).get("amount"));
        assertEquals("at_most", answer.get("money").get(0).get("extent").stringValue());
        Array<String> actions = Array.ofAll(answer.get("steps")).map(step -> step.get("action").stringValue());
        assertEquals(Array.of("create", "propose", "approve", "approve", "execute"), actions);
        assertTrue(answer.get("steps").get(0).get("sentence").stringValue().endsWith("creates a transaction that takes everything."));
    }

    @Test
    void oneKeyOfTwoTakesNothing() {
        JsonNode answer = fixture.served("GET", path + "?until=2026-01-01&keys=" + fixture.alice.address(), "");

        assertTrue(answer.get("control_at").isNull());
        assertEquals(0, answer.get("money").size() + answer.get("steps").size());
    }

    @Test
    void withoutKeysTheSmallestSetsAreListed() {
        JsonNode sets = fixture.served("GET", path, "").get("draining_sets");

        assertEquals(1, sets.size());
        assertEquals(2, sets.get(0).get("keys").size());
        assertEquals(0, sets.get(0).get("wait_seconds").intValue());
    }

    @Test
    void aBuilderSaysWhatItsChangeMakesPossible() {
        JsonNode diff = fixture.served(
                        "PATCH",
                        "/api/v1/smart-accounts/" + account + "?diff=true",
                        "{\"threshold\":1}")
                .get("diff");

        assertEquals(2, diff.get("becomes_possible").size());
        assertEquals(0, diff.get("becomes_impossible").size());
        assertEquals(1, diff.get("after").get(0).get("keys").size());
    }

    @Test
    void malformedQuestionsNameTheirParameter() {
        for (String query : Array.of("keys=x", "keys=")) {
            assertEquals("keys", field(fixture.refusal(400, "bad_address", "GET", path + "?" + query, "")));
        }
        for (String query : Array.of("until=2026-01-01", "keys=" + fixture.alice.address() + "&until=soon")) {
            assertEquals("until", field(fixture.refusal(400, "bad_query", "GET", path + "?" + query, "")));
        }
        assertEquals(
                "until", field(fixture.refusal(400, "bad_query", "GET", path + "?until=2036-01-01&keys=" + fixture.alice.address(), "")));
    }

    private static String field(JsonNode refused) {
        return refused.get("details").get(0).get("field").stringValue();
    }
}
