package dev.mandate.adapters.http.service;

import static dev.mandate.adapters.http.service.TwoEndpoints.assertRefused;
import static dev.mandate.adapters.http.service.TwoEndpoints.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request is judged by its headers before its body has arrived. */
class HeadersFirstTest {

    private static final Body UNKNOWN = new Body.Awaited(Option.none());
    private static final String JSON = "application/json";

    private final TwoEndpoints things = new TwoEndpoints();
    private final String writer = things.key(Scope.SUBMIT);

    /** Each request breaks the rule of its stage and those of all later stages. */
    @ParameterizedTest
    @CsvSource({
        "none, POST, /nothing, text/plain, 404, unknown_path",
        "none, PUT, /things/7, text/plain, 405, method_not_allowed",
        "none, POST, /things/7, text/plain, 401, unauthenticated",
        "reader, POST, /things/7, text/plain, 403, scope_missing",
        "writer, POST, /things/7, text/plain, 413, body_too_large"
    })
    void theFirstStageThatRefusesAnswersWithoutTheBody(
            String key, String method, String path, String type, int status, String code) {
        Headers keyed = switch (key) {
            case "none" -> Headers.NONE;
            case "reader" -> bearer(things.token);
            default -> bearer(writer);
        };
        Request request = awaited(keyed, method, path, type, awaited(Body.MAX_BYTES + 1));

        assertRefused(status, code, things.admit(request).getLeft());
        assertEquals(1, things.log.lines().size());
    }

    @Test
    void theLengthIsThatOfTheHeaders() {
        assertTrue(admitted(bearer(writer), JSON, awaited(Body.MAX_BYTES)).isRight());
        assertTrue(admitted(bearer(writer), JSON, UNKNOWN).isRight());
        assertRefused(413, "body_too_large", admitted(bearer(writer), JSON, awaited(Body.MAX_BYTES + 1)).getLeft());
    }

    @Test
    void theTypeAndTheCodingAreThoseOfTheHeaders() {
        assertRefused(415, "unsupported_media_type", admitted(bearer(writer), "text/plain", UNKNOWN).getLeft());
        assertRefused(
                415,
                "unsupported_media_type",
                admitted(bearer(writer).with("content-encoding", "gzip"), JSON, UNKNOWN).getLeft());
    }

    @Test
    void theRateIsCountedOnceForBothParts() {
        TwoEndpoints limited = new TwoEndpoints(1);
        Headers headers = bearer(limited.bootstrap);
        Request request = awaited(headers, "POST", "/things/7", JSON, UNKNOWN);
        for (int i = 0; i < 2; i++) {
            assertEquals(200, limited.admit(request).get().answer(body("{}")).status());
        }

        assertRefused(429, "rate_limited", limited.admit(request).getLeft());
    }

    @Test
    void aStoppingServiceRefusesBeforeTheBody() throws InterruptedException {
        assertEquals(0, things.requests.drain(Duration.ZERO));

        assertRefused(503, "shutting_down", admitted(bearer(writer), JSON, UNKNOWN).getLeft());
    }

    @Test
    void anEndpointRunsOnceItsBodyHasArrived() {
        AtomicInteger runs = new AtomicInteger();
        things.does(call -> {
            runs.incrementAndGet();
            return call.body().map(fields -> Answer.ok(Json.object().put("fields", fields.size())));
        });

        AdmittedRequest waiting = admitted(bearer(writer), JSON, UNKNOWN).get();
        assertEquals(0, runs.get());
        Reply reply = waiting.answer(body("{\"a\":1}"));

        assertEquals(1, json(reply).get("fields").intValue());
        assertEquals(1, runs.get());
        assertEquals(Array.of("POST /things/{id} 200 acme"), things.log.lines());
    }

    @Test
    void anEndpointThatReadsNoBodyNeedsNone() {
        AdmittedRequest admitted =
                things.admit(awaited(bearer(things.token), "GET", "/things/7", "text/plain", awaited(5_000_000_000L))).get();

        assertEquals(200, admitted.answer(body("no JSON")).status());
    }

    @Test
    void aBodyThatMayBeAbsentNeedsATypeOnlyIfItIsThere() {
        things.does(call -> call.body().map(fields -> Answer.ok(Json.object().put("fields", fields.size()))));
        for (Body length : Array.of(UNKNOWN, awaited(0))) {
            assertEquals(200, end(length).get().answer(TwoEndpoints.EMPTY).status());
        }

        assertRefused(415, "unsupported_media_type", end(awaited(2)).getLeft());
        assertRefused(415, "unsupported_media_type", end(UNKNOWN).get().answer(body("{}")));
    }

    @Test
    void aBodyOfUnknownLengthMayTurnOutTooLarge() {
        assertRefused(
                413, "body_too_large", admitted(bearer(writer), JSON, UNKNOWN).get().answer(new Body.TooLarge()));
    }

    @Test
    void aKeyThatEndsWhileTheBodyArrivesIsRefused() {
        AdmittedRequest waiting = admitted(bearer(writer), JSON, UNKNOWN).get();
        things.revoke(writer);
        things.passes(Duration.ofSeconds(2));

        assertRefused(401, "api_key_ended", waiting.answer(body("{}")));
    }

    @Test
    void aCallsTimeIsThatOfItsBody() {
        things.does(call -> Either.right(Answer.ok(Json.object().put("at", call.at().seconds()))));
        AdmittedRequest waiting = admitted(bearer(writer), JSON, UNKNOWN).get();
        long early = json(things.admit(awaited(bearer(writer), "POST", "/things/7", JSON, UNKNOWN)).get().answer(body("{}")))
                .get("at")
                .longValue();
        things.passes(Duration.ofSeconds(20));

        assertEquals(early + 20, json(waiting.answer(body("{}"))).get("at").longValue());
    }

    /** A client that stalls does not hold up the stop of the service. */
    @Test
    void aRequestWhoseBodyIsAwaitedIsNotInFlight() throws InterruptedException {
        AdmittedRequest waiting = admitted(bearer(writer), JSON, UNKNOWN).get();

        assertEquals(0, things.requests.drain(Duration.ZERO));

        Reply late = waiting.answer(body("{}"));
        assertRefused(503, "shutting_down", late);
        assertFalse(late.headers().first("connection").isEmpty());
    }

    private Either<Reply, AdmittedRequest> admitted(Headers headers, String type, Body body) {
        return things.admit(awaited(headers, "POST", "/things/7", type, body));
    }

    private Either<Reply, AdmittedRequest> end(Body body) {
        return things.admit(new Request("DELETE", "/ends/7", "", bearer(things.token), body, "127.0.0.1"));
    }

    private static Headers bearer(String key) {
        return Headers.NONE.with("authorization", "Bearer " + key);
    }

    private static Body awaited(long length) {
        return new Body.Awaited(Option.some(length));
    }

    private static Request awaited(Headers headers, String method, String path, String type, Body body) {
        return new Request(method, path, "", headers.with("content-type", type), body, "127.0.0.1");
    }

    private static Body body(String text) {
        return new Body.Complete(Bytes.of(text.getBytes(StandardCharsets.UTF_8)));
    }
}
