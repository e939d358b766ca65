package dev.mandate.app.demo;

import dev.mandate.domain.chain.Network;
import io.vavr.collection.Array;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** An HTTP client of the service with an API key. */
final class DemoClient implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.shared();

    private static final String DATA = "data: ";

    private final HttpClient http;
    private final URI service;
    private final Network network;
    private final String apiKey;

    /** Sends by {@code http} and closes it. */
    DemoClient(HttpClient http, int port, Network network, String apiKey) {
        this.http = http;
        this.service = URI.create("http://127.0.0.1:" + port);
        this.network = network;
        this.apiKey = apiKey;
    }

    DemoReply send(DemoCall call) {
        return exchange(request(call).header("authorization", "Bearer " + apiKey));
    }

    /** Sends without an API key. */
    DemoReply sendUnauthenticated(DemoCall call) {
        return exchange(request(call));
    }

    /**
     * The events of a stream that come while something is done, up to the last one. Ends without it if nothing comes for half a minute.
     *
     * @param meanwhile is done once the stream is open
     */
    Array<JsonNode> follow(DemoCall stream, Runnable meanwhile, Predicate<JsonNode> last) {
        Array<JsonNode> events = Array.empty();
        int silent = 0;
        try (HttpClient streaming = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                Stream<String> lines = streaming.send(
                                HttpRequest.newBuilder(service.resolve(stream.target()))
                                        .header("authorization", "Bearer " + apiKey)
                                        .build(),
                                BodyHandlers.ofLines())
                        .body()) {
            meanwhile.run();
            for (Iterator<String> each = lines.iterator(); each.hasNext() && !events.lastOption().exists(last) && silent < 3; ) {
                String line = each.next();
                silent += line.startsWith(":") ? 1 : 0;
                if (line.startsWith(DATA)) {
                    events = events.append(JSON.readTree(line.substring(DATA.length())));
                    silent = 0;
                }
            }
        } catch (IOException | JacksonException e) {
            return events;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return events;
    }

    private HttpRequest.Builder request(DemoCall call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.resolve(call.target()))
                .timeout(TIMEOUT)
                .header("x-service-network", network.name().toLowerCase(Locale.ROOT))
                .method(
                        call.method(),
                        call.body()
                                .map(body -> BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                                .getOrElse(BodyPublishers::noBody));
        call.body().forEach(body -> request.header("content-type", "application/json"));
        call.idempotencyKey().forEach(key -> request.header("x-idempotency-key", key));
        return request;
    }

    private DemoReply exchange(HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
            return new DemoReply(response.statusCode(), JSON.readTree(response.body()));
        } catch (IOException | JacksonException e) {
            return unanswered(e.getClass().getSimpleName());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unanswered("interrupted");
        }
    }

    private static DemoReply unanswered(String why) {
        JsonNode body = JsonNodeFactory.instance
                .objectNode()
                .put("code", "no_answer")
                .put("message", "The service gave no answer: " + why + ".");
        return new DemoReply(0, body);
    }

    @Override
    public void close() {
        http.close();
    }
}
