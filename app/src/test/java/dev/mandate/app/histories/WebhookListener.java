package dev.mandate.app.histories;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import tools.jackson.databind.node.ObjectNode;

/** A receiver of webhooks on loopback. Some first attempts it answers late, with 500, or not at all. */
final class WebhookListener implements AutoCloseable {

    private static final int LONGEST_STALL_MILLIS = 1_500;

    private final HttpServer server;
    private final Random random;
    private final int faultsInHundred;
    /** What came for the first time, in order. */
    private final List<ObjectNode> received = new ArrayList<>();
    private final java.util.Set<String> ids = new java.util.HashSet<>();
    private final java.util.Set<String> accepted = new java.util.HashSet<>();

    WebhookListener(Random random, int faultsInHundred) throws IOException {
        this.random = random;
        this.faultsInHundred = faultsInHundred;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/in";
    }

    private enum Answer {
        ACCEPTED,
        LATE,
        FAILED,
        NONE
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Answer answer = received(exchange.getRequestHeaders().getFirst("webhook-id"), body);
            if (answer == Answer.LATE) {
                Thread.sleep(LONGEST_STALL_MILLIS);
            }
            if (answer != Answer.NONE) {
                exchange.sendResponseHeaders(answer == Answer.FAILED ? 500 : 204, -1);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Answer received(String id, byte[] body) {
        boolean isNew = ids.add(id);
        if (isNew) {
            received.add(Json.parseObject(Bytes.of(body)).get());
        }
        Answer answer = isNew && random.nextInt(100) < faultsInHundred ? Answer.values()[1 + random.nextInt(3)] : Answer.ACCEPTED;
        if (answer == Answer.ACCEPTED || answer == Answer.LATE) {
            accepted.add(id);
        }
        return answer;
    }

    /** What came, without repetitions, in the order of its first attempts. */
    synchronized Array<ObjectNode> events() {
        return Array.ofAll(received);
    }

    /** How many it took. */
    synchronized int accepted() {
        return accepted.size();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
