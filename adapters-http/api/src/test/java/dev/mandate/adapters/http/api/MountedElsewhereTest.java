package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.testsupport.openapi.HeldHttpClient;
import io.vavr.collection.Array;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * The service on a host's own server, here the JDK's. Requests and responses are values, so a few lines connect them. The
 * responses are checked against the document, as a host can do.
 */
class MountedElsewhereTest {

    private final HttpFixture fixture = new HttpFixture();

    @Test
    void theServiceAnswersOnTheJdksServerAsItDoesOnItsOwn() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.createContext("/", exchange -> carry(exchange, fixture));
            server.start();
            try {
                HttpResponse<String> made = send(server, "POST", "/api/v1/smart-accounts", fixture.terms());
                String account = json(made).get("smart_account_address").stringValue();
                HttpResponse<String> read = send(server, "GET", "/api/v1/smart-accounts/" + account, "");
                HttpResponse<String> head = send(server, "HEAD", "/api/v1/smart-accounts/" + account, "");
                HttpResponse<String> refused =
                        send(server, "PATCH", "/api/v1/smart-accounts/" + account, "{\"threshold\":3}");

                assertEquals(201, made.statusCode(), made::body);
                assertEquals(2, json(read).get("threshold").intValue());
                assertEquals(200, head.statusCode());
                assertEquals("", head.body());
                assertEquals(Long.toString(read.body().length()), head.headers().firstValue("content-length").orElse(""));
                assertEquals(422, refused.statusCode(), refused::body);
                assertEquals("threshold_exceeds_voters", json(refused).get("code").stringValue());
            } finally {
                server.stop(0);
            }
        }
    }

    /** Hosts pass header names on in the case of clients or servers. Each of these was lost once because of its capitals. */
    @Test
    void headerNamesAreReadInAnySpelling() {
        String path = "/api/v1/smart-accounts";

        assertEquals("503 network_not_configured", asked("GET", path, "", "X-Squads-Network", "devnet"));
        assertEquals("503 network_not_configured", asked("GET", path, "", "X-SERVICE-NETWORK", "devnet"));
        assertEquals("400 environment_mismatch", asked("GET", path, "", "X-Grid-Environment", "production"));
        assertEquals("400 environment_mismatch", asked("GET", path, "", "x-Service-Environment", "production"));
        for (String name : new String[] {"X-Idempotency-Key", "IDEMPOTENCY-KEY"}) {
            assertEquals("201 ", asked("POST", path, fixture.terms(), name, "once/" + name));
            assertEquals(
                    "409 idempotency_key_reused",
                    asked("POST", path, fixture.terms().replace("\"threshold\":2", "\"threshold\":1"), name, "once/" + name));
        }
        assertEquals("415 unsupported_media_type", asked("POST", path, fixture.terms(), "Content-Encoding", "gzip"));
        assertEquals("200 ", asked("GET", path, "", "X-Request-Id", "mine"));
    }

    /** Returns status and code for a host that creates each field itself. */
    private String asked(String method, String path, String body, String name, String value) {
        Headers headers = new Headers(Array.of(
                new Headers.Field("Authorization", "bearer " + fixture.acme),
                new Headers.Field("Content-Type", "Application/JSON; Charset=UTF-8"),
                new Headers.Field(name, value)));
        Reply reply = fixture.bare.answer(new Request(
                method, path, "", headers, new Body.Complete(Bytes.of(body.getBytes(StandardCharsets.UTF_8))), "127.0.0.1"));
        return reply.status() + " " + Json.parseObject(reply.body()).get().path("code").asString("");
    }

    private static void carry(HttpExchange exchange, HttpFixture fixture) throws IOException {
        try (exchange) {
            Headers headers = Headers.NONE;
            for (var field : exchange.getRequestHeaders().entrySet()) {
                for (String value : field.getValue()) {
                    headers = headers.with(field.getKey(), value);
                }
            }
            byte[] body = exchange.getRequestBody().readNBytes(Body.MAX_BYTES + 1);
            URI uri = exchange.getRequestURI();
            Reply reply = fixture.bare.answer(new Request(
                    exchange.getRequestMethod(),
                    uri.getRawPath(),
                    uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                    headers,
                    body.length > Body.MAX_BYTES ? new Body.TooLarge() : new Body.Complete(Bytes.of(body)),
                    exchange.getRemoteAddress().getAddress().getHostAddress()));
            exchange.getResponseHeaders().set("content-type", reply.contentType());
            reply.headers().fields().forEach(field -> exchange.getResponseHeaders().add(field.name(), field.value()));
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("content-length", Integer.toString(reply.body().length()));
                exchange.sendResponseHeaders(reply.status(), -1);
            } else {
                exchange.sendResponseHeaders(reply.status(), reply.body().length());
                exchange.getResponseBody().write(reply.body().toArray());
            }
        }
    }

    private HttpResponse<String> send(HttpServer server, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path))
                .header("authorization", "Bearer " + fixture.acme)
                .header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = new HeldHttpClient(HttpClient.newHttpClient(), fixture.check)) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    private static ObjectNode json(HttpResponse<String> reply) {
        return Json.parseObject(Bytes.of(reply.body().getBytes(StandardCharsets.UTF_8))).get();
    }
}
