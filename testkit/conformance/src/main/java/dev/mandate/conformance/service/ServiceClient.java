package dev.mandate.conformance.service;

import io.vavr.Tuple;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/** Sends requests with the API key and the network's header. */
public final class ServiceClient {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String OMITTED = "-";

    private final HttpClient http;
    private final Target target;
    private final Secrets secrets;

    /** @param secrets learns those of each answer */
    public ServiceClient(HttpClient http, Target target, Secrets secrets) {
        this.http = http;
        this.target = target;
        this.secrets = secrets;
    }

    public Target target() {
        return target;
    }

    public Reply get(String path) {
        return send("GET", path, HashMap.empty(), Option.none());
    }

    public Reply post(String path, String body) {
        return send("POST", path, HashMap.empty(), Option.some(body));
    }

    /** Sends a request. {@code headers} replace those that are sent by default. */
    public Reply send(String method, String path, Map<String, String> headers, Option<String> body) {
        Map<String, String> all = LinkedHashMap.of("authorization", "Bearer " + target.apiKey(), "x-service-network", target.network());
        all = headers.merge(body.isDefined() ? all.put("content-type", "application/json") : all);
        String call = method + " " + path;
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base() + path))
                    .timeout(TIMEOUT)
                    .method(method, body.map(text -> BodyPublishers.ofString(text, StandardCharsets.UTF_8)).getOrElse(BodyPublishers::noBody));
            all.filterValues(value -> !value.equals(OMITTED)).forEach(request::header);
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
            Map<String, String> received = HashMap.ofAll(response.headers().map())
                    .map((name, values) -> Tuple.of(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
            Reply reply = new Reply(call, response.statusCode(), received, response.body());
            secrets.addAllIn(reply.body());
            return reply;
        } catch (IllegalArgumentException unusable) {
            return new Reply(call, 0, HashMap.empty(), "an earlier answer gave something that no request can hold");
        } catch (IOException noAnswer) {
            return new Reply(call, 0, HashMap.empty(), noAnswer.getClass().getSimpleName());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Reply(call, 0, HashMap.empty(), "interrupted");
        }
    }

    private String base() {
        String url = target.url().toString();
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
