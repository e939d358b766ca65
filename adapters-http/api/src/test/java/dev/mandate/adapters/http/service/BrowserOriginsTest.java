package dev.mandate.adapters.http.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.exchange.Reply;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CORS (Fetch Standard, section 3.3): which pages may call from a browser. */
class BrowserOriginsTest {

    private static final String LISTED = "https://app.example.com";

    private final TwoEndpoints things = new TwoEndpoints(0, HashSet.of(LISTED));

    private Reply preflight(TwoEndpoints service, String origin, String path) {
        return service.answer(service.request("OPTIONS", path)
                .with("origin", origin)
                .with("access-control-request-method", "POST")
                .with("access-control-request-headers", "authorization,content-type,x-idempotency-key")
                .build());
    }

    private static Option<String> allowed(Reply reply) {
        return reply.headers().first("access-control-allow-origin");
    }

    @Test
    void aListedOriginsPreflightIsAnsweredWithoutAKey() {
        Reply reply = preflight(things, LISTED, "/things/7");

        assertEquals(204, reply.status());
        assertEquals(Option.some(LISTED), allowed(reply));
        assertEquals(Option.some("GET, HEAD, POST"), reply.headers().first("access-control-allow-methods"));
        assertEquals(
                Option.some("authorization,content-type,x-idempotency-key"),
                reply.headers().first("access-control-allow-headers"));
        assertEquals(Option.some("origin"), reply.headers().first("vary"));
        assertEquals(Option.none(), reply.headers().first("access-control-allow-credentials"));
    }

    @Test
    void aListedOriginReadsAnswersAndRefusals() {
        Reply answer = things.answer(things.request("GET", "/things/7").with("origin", LISTED).build());
        Reply refusal = things.answer(things.requestWith("no-key", "GET", "/things/7").with("origin", LISTED).build());

        assertEquals(Array.of(200, 401), Array.of(answer.status(), refusal.status()));
        assertEquals(Array.fill(2, Option.some(LISTED)), Array.of(answer, refusal).map(BrowserOriginsTest::allowed));
        assertEquals(Option.some("x-request-id, retry-after"), answer.headers().first("access-control-expose-headers"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "https://evil.example.com", "null", "*", "http://app.example.com", "https://app.example.com:8443",
        "https://app.example.com.evil.com", "HTTPS://APP.EXAMPLE.COM", ""
    })
    void everyOtherOriginGetsNoCorsHeader(String origin) {
        Reply preflight = preflight(things, origin, "/things/7");
        Reply answer = things.answer(things.request("GET", "/things/7").with("origin", origin).build());

        TwoEndpoints.assertRefused(405, "method_not_allowed", preflight);
        assertEquals(200, answer.status());
        for (Reply reply : Array.of(preflight, answer)) {
            assertEquals(
                    Array.empty(),
                    reply.headers().fields().filter(field -> field.name().startsWith("access-control-")));
            assertEquals(Option.some("origin"), reply.headers().first("vary"));
        }
    }

    @Test
    void noOriginIsAllowedByDefault() {
        TwoEndpoints closed = new TwoEndpoints();

        Reply answer = closed.answer(closed.request("GET", "/things/7").with("origin", LISTED).build());

        TwoEndpoints.assertRefused(405, "method_not_allowed", preflight(closed, LISTED, "/things/7"));
        assertEquals(Option.none(), allowed(answer));
        assertEquals(Option.none(), answer.headers().first("vary"));
    }

    @Test
    void aPathThatIsNotThereHasNoPreflight() {
        TwoEndpoints.assertRefused(404, "unknown_path", preflight(things, LISTED, "/nothing"));
    }

    @Test
    void headerNamesThatAreNoneAreNotEchoed() {
        Reply reply = things.answer(things.request("OPTIONS", "/things/7")
                .with("origin", LISTED)
                .with("access-control-request-method", "GET")
                .with("access-control-request-headers", "a\r\nx: y")
                .build());

        assertEquals(204, reply.status());
        assertEquals(Option.none(), reply.headers().first("access-control-allow-headers"));
    }
}
