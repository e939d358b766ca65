package dev.mandate.adapters.http.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyBook;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.testkit.journal.InMemoryJournal;
import dev.mandate.testkit.keys.TestTokenHash;
import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class HttpServiceTest {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);

    private final ApiKeyBook keys =
            new ApiKeyBook(new InMemoryJournal(), new TestTokenHash(), () -> NOW, new SecureRandom());
    private final String token = key(Scope.READ);
    private final Traffic traffic = new Traffic();
    private final NotedLog log = new NotedLog();
    private final AtomicReference<Endpoint.Handler> handler =
            new AtomicReference<>(call -> Either.right(Answer.ok(Json.object().put("at", call.variable("id")))));
    private final HttpService service = service(0);

    @Test
    void answersBare() {
        Reply reply = get("/things/7");

        assertEquals(200, reply.status());
        assertEquals("{\"at\":\"7\"}", text(reply));
        assertEquals(Option.some("no-store"), reply.headers().first("cache-control"));
    }

    @Test
    void answersThePublicSdkInAnEnvelope() {
        ObjectNode body = json(get("/grid/things/7"));

        assertEquals("7", body.get("data").get("at").stringValue());
        assertEquals("2025-12-01T00:00:00Z", body.get("metadata").get("timestamp").stringValue());
    }

    @Test
    void namesARequestAsItsClientDid() {
        Reply reply = service.answer(request("GET", "/things/7").with("x-request-id", "client-chosen-1").build());

        assertEquals(Option.some("client-chosen-1"), reply.headers().first("x-request-id"));
    }

    @Test
    void namesARequestAnewWhereTheNameCouldForgeALogLine() {
        Reply reply = service.answer(request("GET", "/things/7").with("x-request-id", "a b\nc").build());

        assertTrue(reply.headers().first("x-request-id").get().startsWith("req_"));
    }

    @Test
    void saysWhatIsNotThere() {
        assertRefused(404, "unknown_path", get("/nothing"));
        assertRefused(404, "unknown_path", get("/things"));
        assertRefused(404, "unknown_path", get("/things/7/8"));
        assertRefused(404, "unknown_path", get("things"));
    }

    @Test
    void saysWhichMethodsThereAre() {
        Reply reply = service.answer(request("DELETE", "/things/7").build());

        assertRefused(405, "method_not_allowed", reply);
        assertEquals(Option.some("GET, POST"), reply.headers().first("allow"));
    }

    @Test
    void takesNobodyWithoutAKey() {
        Vector<String> bad = Vector.of("", "Bearer", "Bearer ", "Basic " + token, token, "Bearer " + token + "x");
        for (String authorization : bad) {
            Reply reply = service.answer(new Request(
                    "GET", "/things/7", "", Headers.NONE.with("authorization", authorization), EMPTY, "127.0.0.1"));
            assertRefused(401, "unauthenticated", reply);
            assertTrue(reply.headers().first("www-authenticate").isDefined());
        }
        assertRefused(
                401,
                "unauthenticated",
                service.answer(new Request("GET", "/things/7", "", Headers.NONE, EMPTY, "127.0.0.1")));
    }

    @Test
    void takesNobodyWithTwoKeys() {
        assertRefused(
                401,
                "unauthenticated",
                service.answer(request("GET", "/things/7").with("authorization", "Bearer " + token).build()));
    }

    @Test
    void asksForTheScope() {
        assertRefused(403, "scope_missing", service.answer(request("POST", "/things/7").build()));
    }

    @Test
    void countsEveryKeyForItself() {
        HttpService limited = service(1);
        for (int i = 0; i < 2; i++) {
            assertEquals(200, limited.answer(request("GET", "/things/7").build()).status());
        }

        Reply third = limited.answer(request("GET", "/things/7").build());

        assertRefused(429, "rate_limited", third);
        assertTrue(third.headers().first("retry-after").isDefined());
        String other = key(Scope.READ);
        assertEquals(
                200,
                limited.answer(new Request(
                                "GET",
                                "/things/7",
                                "",
                                Headers.NONE.with("authorization", "Bearer " + other),
                                EMPTY,
                                "127.0.0.1"))
                        .status());
    }

    @Test
    void refusesBodiesThatAreTooLargeOrNoJson() {
        handler.set(call -> call.body().map(Answer::ok));

        assertRefused(413, "body_too_large", service.answer(request("GET", "/things/7").body(new Body.TooLarge())));
        assertRefused(415, "unsupported_media_type", service.answer(request("GET", "/things/7").body(body("{}"))));
        assertRefused(
                415,
                "unsupported_media_type",
                service.answer(request("GET", "/things/7")
                        .with("content-type", "application/json; charset=latin1")
                        .body(body("{}"))));
        assertRefused(
                400,
                "malformed_json",
                service.answer(request("GET", "/things/7").with("content-type", "application/json").body(body("{"))));
        assertEquals(
                200,
                service.answer(request("GET", "/things/7")
                                .with("content-type", "Application/JSON; charset=\"UTF-8\"")
                                .body(body("{}")))
                        .status());
    }

    @Test
    void refusesAQueryThatIsNoQuery() {
        handler.set(call -> {
            boolean flag = call.query().flag("flag");
            var problems = call.query().problems();
            return problems.isEmpty()
                    ? Either.right(Answer.ok(Json.object().put("flag", flag)))
                    : Either.left(Failure.of(problems));
        });

        assertEquals("{\"flag\":true}", text(query("flag=true")));
        for (String bad : Vector.of("flag=1", "flag=true&flag=true", "other=1", "flag=%zz", "%zz")) {
            assertRefused(400, "bad_query", query(bad));
        }
    }

    @Test
    void hidesItsFaultsAndNotesThem() {
        handler.set(call -> {
            throw new IllegalStateException("key material 0xdeadbeef");
        });

        Reply reply = get("/things/7");

        assertRefused(500, "internal", reply);
        assertFalse(text(reply).contains("deadbeef"), "the fault's message stands in the answer");
        assertEquals(
                Vector.of(reply.headers().first("x-request-id").get() + " java.lang.IllegalStateException"), log.faults());
    }

    @Test
    void saysThatTheStoreIsSilent() {
        handler.set(call -> {
            throw new JournalUnavailableException(
                    JournalUnavailableException.Effect.NONE, "disk full", new IllegalStateException("disk full"));
        });

        Reply reply = get("/things/7");

        assertRefused(503, "store_unavailable", reply);
        assertEquals(Option.some("2"), reply.headers().first("retry-after"));
    }

    @Test
    void notesEachRequestOnceAndNoSecret() {
        Reply reply = get("/things/7");

        assertEquals(200, reply.status());
        assertEquals(Vector.of("GET /things/{id} 200 acme"), log.lines());
        assertFalse(log.everything().contains(token), "the log holds the token");
    }

    @Test
    void letsThoseInsideFinishAndNobodyIn() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        handler.set(call -> {
            inside.countDown();
            awaitQuietly(go);
            return Either.right(Answer.ok(Json.object()));
        });
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            Future<Reply> slow = pool.submit(() -> get("/things/7"));
            inside.await();

            assertEquals(1, traffic.drain(Duration.ZERO));
            Reply late = get("/things/7");
            go.countDown();

            assertRefused(503, "shutting_down", late);
            assertTrue(late.headers().first("retry-after").isDefined());
            assertEquals(0, traffic.drain(Duration.ofSeconds(30)));
            assertEquals(200, slow.get().status());
        }
    }

    @Test
    void measuresByRouteAndNotByPath() {
        Reply one = get("/things/1");
        Reply two = get("/things/2");

        String scraped = traffic.meters().scrape();
        assertEquals(one.status(), two.status());
        assertTrue(scraped.contains("route=\"/things/{id}\""), scraped);
        assertTrue(scraped.contains("mandate_http_requests_seconds_count"), scraped);
    }

    private static final Body EMPTY = new Body.Complete(Bytes.EMPTY);

    private HttpService service(int perSecond) {
        Endpoint read = Endpoint.of(Method.GET, "/things/{id}", Scope.READ, call -> handler.get().handle(call));
        Endpoint write = Endpoint.of(Method.POST, "/things/{id}", Scope.SUBMIT, call -> handler.get().handle(call));
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX,
                Network.MAINNET,
                "test",
                ServiceSettings.Grid.SERVED,
                perSecond,
                2 * perSecond);
        return new HttpService(
                Vector.of(read, write, read.grid("/grid/things/{id}")),
                settings,
                new KeyCheck(keys),
                () -> NOW,
                log,
                traffic);
    }

    private String key(Scope... scopes) {
        return keys.create(new Tenant("acme"), "test", HashSet.of(scopes), Option.none()).token();
    }

    private Reply get(String path) {
        return service.answer(request("GET", path).build());
    }

    private Reply query(String query) {
        return service.answer(
                new Request("GET", "/things/7", query, Headers.NONE.with("authorization", "Bearer " + token), EMPTY, ""));
    }

    private Asked request(String method, String path) {
        return new Asked(method, path, Headers.NONE.with("authorization", "Bearer " + token));
    }

    private record Asked(String method, String path, Headers headers) {
        Asked with(String name, String value) {
            return new Asked(method, path, headers.with(name, value));
        }

        Request build() {
            return body(EMPTY);
        }

        Request body(Body body) {
            return new Request(method, path, "", headers, body, "127.0.0.1");
        }
    }

    private static Body body(String text) {
        return new Body.Complete(Bytes.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void assertRefused(int status, String code, Reply reply) {
        ObjectNode body = json(reply);
        assertEquals(status, reply.status(), () -> text(reply));
        assertEquals(code, body.get("code").stringValue());
        assertEquals(reply.headers().first("x-request-id").get(), body.get("request_id").stringValue());
        assertTrue(body.has("message") && body.has("details") && body.has("timestamp"), () -> text(reply));
    }

    private static ObjectNode json(Reply reply) {
        return Json.parseObject(reply.body()).get();
    }

    private static String text(Reply reply) {
        return new String(reply.body().toArray(), StandardCharsets.UTF_8);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps what it is told. */
    private static final class NotedLog implements AccessLog {
        private Vector<Line> lines = Vector.empty();
        private Vector<String> faults = Vector.empty();

        @Override
        public synchronized void answered(Line line) {
            lines = lines.append(line);
        }

        @Override
        public synchronized void failed(String requestId, Throwable fault) {
            faults = faults.append(requestId + " " + fault.getClass().getName());
        }

        synchronized Vector<String> lines() {
            return lines.map(line -> "%s %s %d %s"
                    .formatted(
                            line.method(),
                            line.route(),
                            line.status(),
                            line.caller().map(caller -> caller.tenant().name()).getOrElse("-")));
        }

        synchronized Vector<String> faults() {
            return faults;
        }

        synchronized String everything() {
            return lines.mkString() + faults.mkString();
        }
    }
}
