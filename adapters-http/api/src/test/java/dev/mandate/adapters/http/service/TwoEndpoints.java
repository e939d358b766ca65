package dev.mandate.adapters.http.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.exchange.WireProfile;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.openapi.Documented;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.api.access.TokenForm;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.node.ObjectNode;

/**
 * A service with two endpoints, {@code GET} and {@code POST /things/{id}}, the first also under {@code /grid}, and a third that
 * needs no body, {@code DELETE /ends/{id}}. They are not in the document, but refusals are checked against its schema.
 */
final class TwoEndpoints {

    static final Body EMPTY = new Body.Complete(Bytes.EMPTY);

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final OpenApiCheck CHECK = Documented.check();

    /** A key that the operator chose. */
    final String bootstrap = "somebody-chose-this-key";

    /** Clients that take answers in an envelope. */
    private static final WireProfile WRAPPING = new WireProfile() {
        @Override
        public ObjectNode body(Answer.Json answer, String requestId, UnixTime at) {
            return Json.object().set("wrapped", answer.body()).put("at", at.seconds());
        }
    };

    private final AtomicLong passedSeconds = new AtomicLong();
    private final ApiKeyRepository keys = new ApiKeyRepository(
                    new InMemoryJournal(), new TestTokenHash(), this::now, new SecureRandom())
            .trusting(new Tenant("acme"), bootstrap)
            .get();
    private final AtomicReference<Endpoint.Handler> handler =
            new AtomicReference<>(call -> Either.right(Answer.ok(Json.object().put("at", call.variable("id")))));
    final String token = key(Scope.READ);
    final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    final InFlightRequests requests = new InFlightRequests(meters);
    final RecordedAccessLog log = new RecordedAccessLog();
    private final HttpService service;

    TwoEndpoints() {
        this(0);
    }

    /** Creates a service with a limit of requests a second for each key; 0 for none. */
    TwoEndpoints(int perSecond) {
        this(perSecond, HashSet.empty());
    }

    /** Creates the same service for pages of these origins. */
    TwoEndpoints(int perSecond, Set<String> corsOrigins) {
        Endpoint read = Endpoint.of(Method.GET, "/things/{id}", Scope.READ, call -> handler.get().handle(call));
        Endpoint write = Endpoint.of(Method.POST, "/things/{id}", Scope.SUBMIT, call -> handler.get().handle(call));
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX,
                Network.MAINNET,
                "test",
                perSecond,
                2 * perSecond,
                corsOrigins);
        Endpoint end = Endpoint.of(Method.DELETE, "/ends/{id}", Scope.READ, call -> handler.get().handle(call));
        this.service = new HttpService(
                Array.of(read, write, read.at("/wrapped/things/{id}", WRAPPING), end.reading(Content.OPTIONAL_JSON)),
                settings,
                new KeyCheck(
                        keys, Option.some(bootstrap), () -> Duration.ofSeconds(passedSeconds.get()).toNanos()),
                this::now,
                log,
                requests);
    }

    private UnixTime now() {
        return NOW.plusSeconds(passedSeconds.get());
    }

    /** Lets time pass for the clock and for keys. */
    void passes(Duration time) {
        passedSeconds.addAndGet(time.toSeconds());
    }

    /** Judges a request whose body has not arrived. */
    Either<Reply, AdmittedRequest> admit(Request request) {
        return service.admit(request).peekLeft(refused -> CHECK.holdRefusal(Documented.answer(refused)));
    }

    /** Ends the key. */
    void revoke(String key) {
        Caller holder = keys.authenticate(key).get();
        assertTrue(keys.revoke(holder.tenant(), holder.key()).isRight());
    }

    /** Sets the work of the endpoints. */
    void does(Endpoint.Handler what) {
        handler.set(what);
    }

    String key(Scope... scopes) {
        return keys.create(new Tenant("acme"), "test", HashSet.of(scopes)).token();
    }

    String uuidKey() {
        return keys.making(TokenForm.UUID).create(new Tenant("acme"), "test", HashSet.of(Scope.values())).token();
    }

    /** Returns one key and its replacement, while the first stays valid for an hour. */
    Array<String> rotated() {
        Tenant tenant = new Tenant("acme");
        NewApiKey first = keys.create(tenant, "rotated", HashSet.of(Scope.READ));
        return Array.of(
                first.token(), keys.rotate(tenant, first.key().id(), Duration.ofHours(1)).get().token());
    }

    Reply get(String path) {
        return answer(request("GET", path).build());
    }

    Reply query(String query) {
        return answer(
                new Request("GET", "/things/7", query, Headers.NONE.with("authorization", "Bearer " + token), EMPTY, ""));
    }

    Reply answer(Request request) {
        Reply reply = service.answer(request);
        if (reply.status() >= 400) {
            CHECK.holdRefusal(Documented.answer(reply));
        }
        return reply;
    }

    /** Returns a request with the key. */
    Asked request(String method, String path) {
        return requestWith(token, method, path);
    }

    Asked requestWith(String key, String method, String path) {
        return new Asked(method, path, Headers.NONE.with("authorization", "Bearer " + key));
    }

    record Asked(String method, String path, Headers headers) {
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

    static void assertRefused(int status, String code, Reply reply) {
        ObjectNode body = json(reply);
        assertEquals(status, reply.status(), () -> text(reply));
        assertEquals(code, body.get("code").stringValue());
        assertEquals(reply.headers().first("x-request-id").get(), body.get("request_id").stringValue());
    }

    static ObjectNode json(Reply reply) {
        return Json.parseObject(reply.body()).get();
    }

    static String text(Reply reply) {
        return new String(reply.body().toArray(), StandardCharsets.UTF_8);
    }
}
