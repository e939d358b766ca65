package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.ports.spi.webhook.WebhookSender.Message;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class WebhookCallsTest {

    private static final String ALL = "/api/v1/webhooks";

    private final HttpFixture fixture = new HttpFixture();
    private final ObjectNode made = fixture.served("POST", ALL, "{\"url\":\"https://hooks.example/in\"}");
    private final String one = ALL + "/" + made.get("webhook_id").stringValue();

    private static ObjectNode body(Message message) {
        return Json.parseObject(message.body()).get();
    }

    /** The events that the tenant reads, as they are on pages. */
    private Array<String> events() {
        return Array.ofAll(fixture.served("GET", "/api/v1/events?limit=100", "").get("items")).map(Object::toString);
    }

    @Test
    void whatIsSentIsWhatPagesShowInTheirOrder() {
        int before = events().length();
        String account = fixture.account(fixture.acme);

        fixture.sendWebhooks();

        assertTrue(events().length() > before, account);
        assertEquals(events().drop(before), fixture.receiver.received.map(message -> body(message).toString()));
        assertEquals(
                fixture.receiver.received.map(message -> body(message).get("id").stringValue()), fixture.receiver.received.map(Message::id));
        assertEquals(
                Array.of(made.get("secret").stringValue()), fixture.receiver.received.flatMap(Message::secrets).distinct());
    }

    @Test
    void theSecretIsToldOnceAndForADayTheOldOneSignsToo() {
        assertTrue(!fixture.served("GET", one, "").has("secret"));
        String old = made.get("secret").stringValue();

        String fresh = fixture.served("POST", one + "/rotate-secret", "").get("secret").stringValue();
        var unused = fixture.served("POST", one + "/test", "");
        fixture.now = fixture.now.plusSeconds(24 * 3_600);
        var tried = fixture.served("POST", one + "/test", "");

        assertEquals("null", tried.get("error").toString());
        assertNotEquals(old, fresh);
        assertEquals(Array.of(Array.of(fresh, old), Array.of(fresh)), fixture.receiver.received.map(Message::secrets));
    }

    @Test
    void attemptsAreListedWithoutTheReceiversWords() {
        fixture.receiver.status = 500;
        var unused = fixture.account(fixture.acme);
        fixture.sendWebhooks();
        ObjectNode pending = (ObjectNode) fixture.served("GET", one + "/deliveries?status=pending", "").get("items").get(0);

        fixture.receiver.status = 204;
        fixture.now = fixture.now.plusSeconds(6);
        fixture.sendWebhooks();
        ObjectNode delivered = (ObjectNode) fixture.served("GET", one + "/deliveries?status=delivered", "").get("items").get(0);

        assertEquals(500, pending.get("attempts").get(0).get("status_code").intValue());
        assertEquals("status", pending.get("attempts").get(0).get("error").stringValue());
        assertEquals(pending.get("event_id"), delivered.get("event_id"));
        assertEquals(2, delivered.get("attempts").size());
        assertTrue(fixture.served("GET", one + "/deliveries?status=pending", "").get("items").isEmpty());
    }

    @Test
    void onlySelectedTypesAreSentAndADisabledWebhookGetsNothing() {
        ObjectNode changed = fixture.served("PATCH", one, "{\"types\":[\"submission.*\"],\"description\":\"mine\"}");
        var unused = fixture.account(fixture.acme);
        fixture.sendWebhooks();
        Array<String> types = fixture.receiver.received.map(message -> body(message).get("type").stringValue());
        var disabled = fixture.served("PATCH", one, "{\"enabled\":false}");
        var another = fixture.account(fixture.acme);
        fixture.sendWebhooks();

        assertEquals("https://hooks.example/in", changed.get("url").stringValue());
        assertTrue(types.nonEmpty() && types.forAll(type -> type.startsWith("submission.")), types.toString());
        assertEquals("by_request", disabled.get("disabled_why").stringValue(), another);
        assertEquals(types.length(), fixture.receiver.received.length());
    }

    @Test
    void whoAnswersGoneIsDisabled() {
        fixture.receiver.status = 410;
        var unused = fixture.account(fixture.acme);
        fixture.sendWebhooks();

        assertEquals("receiver_gone", fixture.served("GET", one, "").get("disabled_why").stringValue());
        assertEquals(1, fixture.receiver.received.length());
    }

    @Test
    void aReplaySendsTheSameEventsAgain() {
        var unused = fixture.account(fixture.acme);
        fixture.sendWebhooks();
        Array<Message> first = fixture.receiver.received;

        var replayed = fixture.served("POST", one + "/replay", "{\"after\":0}");
        fixture.sendWebhooks();

        assertEquals("enabled", replayed.get("status").stringValue());
        Array<String> again = fixture.receiver.received.drop(first.length()).map(Message::id);
        assertTrue(again.containsAll(first.map(Message::id)), again.toString());
    }

    @Test
    void aSecondReplayWaitsForTheFirst() {
        var unused = fixture.served("POST", one + "/replay", "{\"after\":0}");
        fixture.refused(409, "webhook_replaying", "POST", one + "/replay", "{\"after\":0}");
    }

    @Test
    void aSecondTestIsRefusedWhileTheFirstWaits() {
        fixture.receiver.meanwhile = () -> {
            fixture.receiver.meanwhile = () -> {};
            fixture.refused(429, "rate_limited", "POST", one + "/test", "");
        };
        var waited = fixture.served("POST", one + "/test", "");

        assertEquals("null", waited.get("error").toString());
    }

    @Test
    void whatIsWrongIsNamed() {
        fixture.refused(422, "not_an_option", "POST", ALL, "{\"url\":\"ftp://hooks.example/\"}");
        fixture.refused(422, "not_an_option", "POST", ALL, "{\"url\":\"http://hooks.example/\"}");
        fixture.refused(422, "not_an_option", "POST", ALL, "{\"url\":\"https://me:secret@hooks.example/\"}");
        fixture.refused(422, "not_an_option", "POST", ALL, "{\"url\":\"https://hooks.example/\",\"types\":[\"moon.*\"]}");
        fixture.refused(404, "unknown_webhook", "GET", ALL + "/whk_" + "0".repeat(32), "");
        var disabled = fixture.served("PATCH", one, "{\"enabled\":false}");
        fixture.refused(409, "webhook_disabled", "POST", one + "/replay", "{\"after\":0}");

        assertEquals("disabled", disabled.get("status").stringValue());
    }

    @Test
    void aRemovedWebhookIsGoneAndNobodyElseSawIt() {
        assertEquals(0, HttpFixture.json(fixture.ask(fixture.rival, "GET", ALL, "")).get("items").size());
        var removed = fixture.served("DELETE", one, "");
        fixture.refused(404, "unknown_webhook", "GET", one, "");
        var unused = fixture.account(fixture.acme);
        fixture.sendWebhooks();

        assertEquals("removed", removed.get("status").stringValue());
        assertTrue(fixture.receiver.received.isEmpty());
    }
}
