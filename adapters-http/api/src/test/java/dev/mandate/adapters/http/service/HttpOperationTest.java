package dev.mandate.adapters.http.service;

import static dev.mandate.adapters.http.service.TwoEndpoints.assertRefused;
import static dev.mandate.adapters.http.service.TwoEndpoints.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.api.refusal.Failure;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Guarantees for operators: contained faults, a log without secrets, metrics, and a stop that finishes running requests. */
class HttpOperationTest {

    private final TwoEndpoints things = new TwoEndpoints();

    @Test
    void hidesItsFaultsAndNotesThem() {
        things.does(call -> {
            throw new IllegalStateException("key material 0xdeadbeef");
        });

        Reply reply = things.get("/things/7");

        assertRefused(500, "internal", reply);
        assertFalse(text(reply).contains("deadbeef"), "the fault's message stands in the answer");
        assertEquals(
                Array.of(reply.headers().first("x-request-id").get() + " java.lang.IllegalStateException"), things.log.faults());
    }

    @ParameterizedTest
    @MethodSource
    void hidesErrorsAsWellAsExceptions(Error fault) {
        things.does(call -> {
            throw fault;
        });

        Reply reply = things.get("/things/7");

        assertRefused(500, "internal", reply);
        assertEquals(
                Array.of(reply.headers().first("x-request-id").get() + " " + fault.getClass().getName()), things.log.faults());
    }

    static Array<Error> hidesErrorsAsWellAsExceptions() {
        return Array.of(new AssertionError("wrong"), new NoClassDefFoundError("gone"), new StackOverflowError());
    }

    @Test
    void goesNoFurtherWhereTheMachineIsBroken() throws InterruptedException {
        things.does(call -> {
            throw new OutOfMemoryError("heap");
        });

        assertThrows(OutOfMemoryError.class, () -> things.get("/things/7"));

        assertEquals(0, things.requests.drain(Duration.ZERO), "the request stays inside for ever");
    }

    @Test
    void hidesFaultsBehindItsEndpoints() {
        things.does(call -> Either.right(new Answer.Plain(new Unspeakable().reply())));

        Reply reply = things.get("/things/7");

        assertRefused(500, "internal", reply);
        assertEquals(Array.of("GET /things/{id} 500 acme"), things.log.lines());
        assertEquals(
                Array.of(reply.headers().first("x-request-id").get() + " java.lang.NullPointerException"), things.log.faults());
    }

    @Test
    void hidesFaultsBeforeARequestHasItsName() {
        Reply reply = things.answer(
                new Request("GET", "/things/7", "", new Headers(Array.of(new Unspeakable().field())), TwoEndpoints.EMPTY, ""));

        assertRefused(500, "internal", reply);
        assertEquals(Array.of("  500 -"), things.log.lines());
        assertEquals(
                Array.of(reply.headers().first("x-request-id").get() + " java.lang.NullPointerException"), things.log.faults());
    }

    /** Code that no compiler accepts. */
    @SuppressWarnings("NullAway")
    private static final class Unspeakable {
        Reply reply() {
            return null;
        }

        Headers.Field field() {
            return null;
        }
    }

    @Test
    void answersEvenIfMetricsFail() {
        // A filter that is added too late is an error; here it causes the fault.
        things.meters.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                throw new IllegalStateException("no more room");
            }
        });

        assertEquals(200, things.get("/things/7").status());
        assertEquals(1, things.log.faults().size());
    }

    @Test
    void saysThatTheStoreIsSilent() {
        things.does(call -> {
            throw new JournalUnavailableException(
                    JournalUnavailableException.Effect.NONE, "disk full");
        });

        Reply reply = things.get("/things/7");

        assertRefused(503, "store_unavailable", reply);
        assertEquals(Option.some("2"), reply.headers().first("retry-after"));
    }

    @Test
    void saysThatTheJournalIsDamaged() {
        things.does(call -> {
            throw new JournalDamagedException("row thing/7 is missing");
        });

        Reply reply = things.get("/things/7");

        assertRefused(503, "journal_damaged", reply);
        assertEquals(Option.none(), reply.headers().first("retry-after"));
    }

    /** If a client were asked to repeat, it would create a second account. */
    @Test
    void anUnknownEffectIsAnsweredWithoutRetryAfter() {
        things.does(call -> {
            throw new JournalUnavailableException(
                    JournalUnavailableException.Effect.UNKNOWN, "the answer is lost");
        });

        Reply reply = things.get("/things/7");

        assertRefused(500, "effect_unknown", reply);
        assertEquals(Option.none(), reply.headers().first("retry-after"));
    }

    @Test
    void notesEachRequestOnceAndNoSecret() {
        Reply reply = things.get("/things/7");

        assertEquals(200, reply.status());
        assertEquals(Array.of("GET /things/{id} 200 acme"), things.log.lines());
        assertFalse(things.log.everything().contains(things.token), "the log holds the token");
    }

    @Test
    void notesNoKeyThatAClientPutsInAnotherPlace() {
        Reply reply = things.answer(new Request(
                "GET",
                "/keys/" + things.token + "/x",
                "key=" + things.token,
                Headers.NONE.with("x-request-id", things.token),
                new Body.Complete(Bytes.EMPTY),
                "127.0.0.1"));

        assertEquals(404, reply.status());
        assertFalse(reply.headers().first("x-request-id").contains(things.token));
        assertFalse(things.log.everything().contains(things.token), things.log::everything);
    }

    @Test
    void notesNoKeyThatAClientHidesInAnotherPlace() {
        for (String hidden : Array.of("Bearer." + things.token, "x" + things.token)) {
            Reply reply = things.answer(things.request("GET", "/things/7")
                    .with("x-request-id", hidden.substring(0, Math.min(64, hidden.length())))
                    .build());
            assertTrue(reply.headers().first("x-request-id").exists(id -> id.startsWith("req_")), hidden);
        }
        String secret = things.token.substring("mk_".length());
        for (String prefix : Array.of("mk%5F", "mk%5f", "%6dk_", "%6D%6B%5F", "mk%255F", "%25256Dk_")) {
            assertEquals(404, things.get("/keys/" + prefix + secret).status());
        }

        assertFalse(things.log.everything().contains(secret.substring(0, 30)), things.log::everything);
    }

    @Test
    void repeatsNoKeyInAnAnswer() {
        things.does(call -> call.body()
                .flatMap(body -> ObjectReader.of(body, Unknown.REFUSED)
                        .finish(() -> Answer.ok(Json.object()))
                        .mapLeft(Failure::of)));
        for (String key : Array.of(things.key(Scope.SUBMIT), things.bootstrap)) {
            Reply unknownField = things.answer(things.requestWith(key, "POST", "/things/7")
                    .with("content-type", "application/json")
                    .body(new Body.Complete(Bytes.of(("{\"" + key + "\":1}").getBytes(StandardCharsets.UTF_8)))));
            Reply unknownPath = things.answer(
                    things.requestWith(key, "GET", "/" + key).with("x-request-id", key).build());

            TwoEndpoints.assertRefused(400, "unknown_field", unknownField);
            TwoEndpoints.assertRefused(404, "unknown_path", unknownPath);
            assertFalse(TwoEndpoints.text(unknownField).contains(key), () -> TwoEndpoints.text(unknownField));
            assertFalse(TwoEndpoints.text(unknownPath).contains(key), () -> TwoEndpoints.text(unknownPath));
            assertFalse(things.log.everything().contains(key), things.log::everything);
        }
    }

    /** A key of somebody else, which is not known by its value. */
    @Test
    void aUuidIsTakenForAKeyWhereNoneOfOursCanBe() {
        String key = things.uuidKey();
        things.does(call -> call.body()
                .flatMap(body -> ObjectReader.of(body, Unknown.REFUSED)
                        .finish(() -> Answer.ok(Json.object()))
                        .mapLeft(Failure::of)));
        Reply field = things.answer(things.requestWith(things.key(Scope.SUBMIT), "POST", "/things/7")
                .with("content-type", "application/json")
                .body(new Body.Complete(Bytes.of(("{\"" + key + "\":1}").getBytes(StandardCharsets.UTF_8)))));
        TwoEndpoints.assertRefused(400, "unknown_field", field);
        Array<Reply> paths = Array.of(key, key.toUpperCase(Locale.ROOT), key.replace("-", "%2D"), key.replace("-", "%252d"))
                .map(spelled -> things.answer(things.requestWith(things.token, "GET", "/" + spelled).build()));

        for (Reply reply : paths.append(field)) {
            assertFalse(TwoEndpoints.text(reply).toLowerCase(Locale.ROOT).contains(key), () -> TwoEndpoints.text(reply));
        }
        String log = things.log.everything().toLowerCase(Locale.ROOT);
        assertFalse(log.contains(key) || log.contains(key.replace("-", "%2d")) || log.contains(key.replace("-", "%252d")), log);
    }

    /** Clients name requests so that logs of both sides can be compared. */
    @Test
    void aUuidThatNamesTheRequestStaysUnlessItMayBeItsKey() {
        String id = "5d0f3a52-6a3e-4c2e-9a53-0b8f4f2c5a11";
        String key = things.uuidKey();

        Reply named = things.answer(things.requestWith(key, "GET", "/things/7").with("x-request-id", id).build());
        Reply hidden = things.answer(things.requestWith(key, "GET", "/things/7").with("x-request-id", key).build());
        Reply misplaced = things.answer(new Request(
                "GET", "/things/7", "", Headers.NONE.with("x-request-id", key), new Body.Complete(Bytes.EMPTY), "127.0.0.1"));

        assertEquals(Option.some(id), named.headers().first("x-request-id"));
        assertTrue(things.log.everything().contains(id));
        for (Reply reply : Array.of(hidden, misplaced)) {
            assertTrue(reply.headers().first("x-request-id").exists(fresh -> fresh.startsWith("req_")));
        }
        assertFalse(things.log.everything().contains(key), things.log::everything);
    }

    @Test
    void aKeyIsNeverRepeatedInAnswersOrLogs() {
        String key = things.bootstrap;
        Reply asked = things.answer(
                things.requestWith(things.token, "GET", "/" + key).with("x-request-id", key).build());
        Reply unknown = things.answer(
                things.requestWith("Bearer " + key, "GET", "/" + key.replace("o", "%6f")).with("x-request-id", key).build());

        for (Reply reply : Array.of(asked, unknown)) {
            assertFalse(TwoEndpoints.text(reply).contains(key), () -> TwoEndpoints.text(reply));
        }
        assertFalse(things.log.everything().contains(key.substring(9)), things.log::everything);
    }

    @Test
    void finishesRunningRequestsAndRefusesNewOnes() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        things.does(call -> {
            inside.countDown();
            awaitQuietly(go);
            return Either.right(Answer.ok(Json.object()));
        });
        try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            Future<Reply> slow = pool.submit(() -> things.get("/things/7"));
            inside.await();
            Reply late;
            try {
                assertEquals(1, things.requests.drain(Duration.ZERO));
                late = things.get("/things/7");
            } finally {
                go.countDown();
            }

            assertRefused(503, "shutting_down", late);
            assertTrue(late.headers().first("retry-after").isDefined());
            assertEquals(0, things.requests.drain(Duration.ofSeconds(30)));
            assertEquals(200, slow.get().status());
        }
    }

    @Test
    void measuresByRouteAndNotByPath() {
        Reply one = things.get("/things/1");
        Reply two = things.get("/things/2");

        String scraped = things.meters.scrape();
        assertEquals(one.status(), two.status());
        assertTrue(scraped.contains("route=\"/things/{id}\""), scraped);
        assertTrue(scraped.contains("mandate_http_requests_seconds_count"), scraped);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
