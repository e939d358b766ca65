package dev.mandate.testkit.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mandate.testkit.node.faults.FaultInjector;
import dev.mandate.testkit.node.faults.NodeFault;
import dev.mandate.testkit.node.methods.RpcMethods;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A node's HTTP interface, with the faults that a test plants by hand, and those of a plan. */
final class HttpFront implements AutoCloseable {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final RpcMethods methods;
    private final Option<FaultInjector> seeded;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<JsonNode> requests = Collections.synchronizedList(new ArrayList<>());
    private volatile Function<Array<String>, Option<NodeFault>> faults = request -> Option.none();
    private volatile UnaryOperator<JsonNode> answers = UnaryOperator.identity();

    private HttpFront(RpcMethods methods, Option<FaultInjector> seeded, HttpServer server) {
        this.methods = methods;
        this.seeded = seeded;
        this.server = server;
    }

    static HttpFront start(int port, RpcMethods methods, Option<FaultInjector> seeded) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            HttpFront front = new HttpFront(methods, seeded, server);
            server.createContext("/", front::serve);
            server.setExecutor(front.threads);
            server.start();
            return front;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    Array<JsonNode> requests() {
        synchronized (requests) {
            return Array.ofAll(requests);
        }
    }

    void failing(Function<Array<String>, Option<NodeFault>> which) {
        faults = which;
    }

    void answering(UnaryOperator<JsonNode> change) {
        answers = change;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                answer(exchange, 200, "ok".getBytes(StandardCharsets.UTF_8));
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            JsonNode request = RpcMethods.read(body);
            Array<JsonNode> calls = RpcMethods.calls(request);
            requests.addAll(calls.toJavaList());
            Option<NodeFault> fault = faults.apply(calls.map(HttpFront::method));
            if (fault.isDefined()) {
                fail(exchange, fault.get(), request);
            } else if (seeded.isDefined()) {
                seeded.get().serve(exchange, body);
            } else {
                answer(exchange, 200, text(request));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String method(JsonNode call) {
        return call.path("method").asString("?");
    }

    private void fail(HttpExchange exchange, NodeFault fault, JsonNode request) throws IOException, InterruptedException {
        switch (fault) {
            case NodeFault.Status(int code, Option<String> retryAfter) -> {
                retryAfter.forEach(value -> exchange.getResponseHeaders().set("Retry-After", value));
                answer(exchange, code, "<html>no</html>".getBytes(StandardCharsets.UTF_8));
            }
            case NodeFault.ErrorAnswer(int code, String data) -> {
                ArrayNode errors = MAPPER.createArrayNode();
                for (JsonNode call : RpcMethods.calls(request)) {
                    ObjectNode answer = errors.addObject().put("jsonrpc", "2.0");
                    answer.set("id", call.get("id"));
                    answer.putObject("error").put("code", code).put("message", SolanaTestNode.SECRET).set("data", MAPPER.readTree(data));
                }
                answer(exchange, 200, MAPPER.writeValueAsBytes(request.isArray() ? errors : errors.get(0)));
            }
            case NodeFault.Cut cut -> {}
            case NodeFault.CutAfterwards cut -> carryOut(request);
            case NodeFault.Silence silence -> {
                carryOut(request);
                closed.await();
            }
            case NodeFault.Truncated(int bytes) -> {
                byte[] whole = text(request);
                exchange.sendResponseHeaders(200, whole.length);
                exchange.getResponseBody().write(whole, 0, Math.min(bytes, whole.length - 1));
                exchange.getResponseBody().flush();
            }
            case NodeFault.Body(String text) -> answer(exchange, 200, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void carryOut(JsonNode request) {
        if (methods.answer(request).isMissingNode()) {
            throw new IllegalStateException("no answer");
        }
    }

    private byte[] text(JsonNode request) {
        return MAPPER.writeValueAsBytes(answers.apply(methods.answer(request)));
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        seeded.forEach(FaultInjector::close);
        server.stop(0);
        threads.shutdownNow().forEach(task -> {});
    }
}
