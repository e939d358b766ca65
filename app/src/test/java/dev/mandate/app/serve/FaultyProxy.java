package dev.mandate.app.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/** A server with one planted fault: it passes requests on to a real server, and changes what goes and what comes. */
final class FaultyProxy implements AutoCloseable {

    private static final Set<String> NOT_PASSED_ON =
            HashSet.of("connection", "content-length", "host", "upgrade", "http2-settings", "expect", "transfer-encoding");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicReference<PlantedFault> fault = new AtomicReference<>(PlantedFault.NONE);
    private final int port;

    /** @param port of the real server */
    FaultyProxy(int port) {
        this.port = port;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::passOn);
        server.setExecutor(threads);
        server.start();
    }

    void plant(PlantedFault planted) {
        fault.set(planted);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void passOn(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
            exchange.getRequestHeaders().forEach((name, values) -> {
                String lower = name.toLowerCase(Locale.ROOT);
                if (!NOT_PASSED_ON.contains(lower) && !fault.get().losesRequestHeader(lower)) {
                    values.forEach(value -> request.header(name, value));
                }
            });
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            answer(exchange, fault.get().change(exchange.getRequestMethod(), path, exchange.getRequestHeaders().getFirst("authorization"), response));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, PlantedFault.Changed changed) throws IOException {
        changed.headers().forEach(header -> exchange.getResponseHeaders().add(header._1(), header._2()));
        byte[] body = changed.bytes();
        exchange.sendResponseHeaders(changed.status(), body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
        client.close();
    }
}
