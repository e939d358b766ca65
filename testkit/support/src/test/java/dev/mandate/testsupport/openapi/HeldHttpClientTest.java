package dev.mandate.testsupport.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses a server that gives the same answer to every request. */
class HeldHttpClientTest {

    private final OpenApiCheck check = DescribedService.check();
    private final HttpClient client = new HeldHttpClient(HttpClient.newHttpClient(), check);
    private final HttpServer server = server();

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void theAnswerIsPassedOnUnchanged() throws Exception {
        answers(200, DescribedService.LIVE);

        HttpResponse<String> text = client.send(request("/live?probe=1").build(), BodyHandlers.ofString());
        HttpResponse<byte[]> bytes = client.send(request("/live").build(), BodyHandlers.ofByteArray());

        assertEquals(DescribedService.LIVE, text.body());
        assertEquals(200, text.statusCode());
        assertEquals(DescribedService.LIVE.length(), bytes.body().length);
        assertEquals(2, check.held());
    }

    @Test
    void undocumentedResponsesFail() {
        answers(200, "{\"status\":\"dead\"}");

        AssertionError error = assertThrows(
                AssertionError.class, () -> client.send(request("/live").build(), BodyHandlers.ofString()));

        assertTrue(String.valueOf(error.getMessage()).contains("live"), error.getMessage());
        CompletionException later = assertThrows(
                CompletionException.class,
                () -> client.sendAsync(request("/live").build(), BodyHandlers.ofString()).join());
        assertInstanceOf(AssertionError.class, later.getCause());
        assertEquals(0, check.held());
    }

    @Test
    void methodQueryAndBodyAreHeldToo() {
        answers(200, "{}");

        HttpRequest wrong = request("/things/7").method("PATCH", BodyPublishers.ofString("{\"name\":7}")).build();
        AssertionError taken = assertThrows(AssertionError.class, () -> client.send(wrong, BodyHandlers.ofString()));
        AssertionError other = assertThrows(
                AssertionError.class,
                () -> client.send(request("/things?colour=red").build(), BodyHandlers.ofString()));

        assertTrue(String.valueOf(taken.getMessage()).contains("was taken"), taken.getMessage());
        assertTrue(String.valueOf(other.getMessage()).contains("colour"), other.getMessage());
    }

    private void answers(int status, String body) {
        server.createContext("/", exchange -> {
            try (HttpExchange open = exchange) {
                open.getResponseHeaders().set("content-type", "application/json");
                open.getResponseHeaders().set("x-request-id", "req_1");
                open.sendResponseHeaders(status, body.length());
                open.getResponseBody().write(DescribedService.bytes(body).toArray());
            }
        });
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + target));
    }
}
