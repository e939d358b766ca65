package dev.mandate.adapters.http.service;

import static dev.mandate.adapters.http.service.TwoEndpoints.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.domain.access.Scope;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** Admission by key, scope and rate. */
class HttpAdmissionTest {

    private final TwoEndpoints things = new TwoEndpoints();

    @Test
    void refusesARequestWithoutAValidKey() {
        Array<String> bad = Array.of("", "Bearer", "Bearer ", "Basic " + things.token, things.token, "Bearer " + things.token + "x");
        for (String authorization : bad) {
            Reply reply = things.answer(new Request(
                    "GET", "/things/7", "", Headers.NONE.with("authorization", authorization), TwoEndpoints.EMPTY, "127.0.0.1"));
            assertRefused(401, "unauthenticated", reply);
            assertTrue(reply.headers().first("www-authenticate").isDefined());
        }
        assertRefused(
                401,
                "unauthenticated",
                things.answer(new Request("GET", "/things/7", "", Headers.NONE, TwoEndpoints.EMPTY, "127.0.0.1")));
    }

    @Test
    void refusesARequestWithTwoKeys() {
        assertRefused(
                401,
                "unauthenticated",
                things.answer(things.request("GET", "/things/7").with("authorization", "Bearer " + things.token).build()));
    }

    @Test
    void asksForTheScope() {
        assertRefused(403, "scope_missing", things.answer(things.request("POST", "/things/7").build()));
    }

    @Test
    void logsTheTenantOfARefusedKey() {
        TwoEndpoints limited = new TwoEndpoints(1);
        Array<Integer> statuses = Array.of("POST", "GET", "POST")
                .map(method -> limited.answer(limited.request(method, "/things/7").build()).status());

        assertEquals(Array.of(403, 200, 429), statuses);
        assertEquals(
                Array.of("POST /things/{id} 403 acme", "GET /things/{id} 200 acme", "POST /things/{id} 429 acme"),
                limited.log.lines());
    }

    @Test
    void countsAKeyAndTheOneInItsPlaceAsOne() {
        TwoEndpoints limited = new TwoEndpoints(1);
        Array<String> keys = limited.rotated();
        keys.forEach(key -> assertEquals(200, limited.answer(asked(key)).status()));

        keys.forEach(key -> assertRefused(429, "rate_limited", limited.answer(asked(key))));
    }

    private static Request asked(String key) {
        return new Request(
                "GET", "/things/7", "", Headers.NONE.with("authorization", "Bearer " + key), TwoEndpoints.EMPTY, "127.0.0.1");
    }

    @Test
    void countsEveryKeyForItself() {
        TwoEndpoints limited = new TwoEndpoints(1);
        for (int i = 0; i < 2; i++) {
            assertEquals(200, limited.answer(limited.request("GET", "/things/7").build()).status());
        }

        Reply third = limited.answer(limited.request("GET", "/things/7").build());

        assertRefused(429, "rate_limited", third);
        assertTrue(third.headers().first("retry-after").isDefined());
        String other = limited.key(Scope.READ);
        assertEquals(
                200,
                limited.answer(asked(other)).status());
    }
}
