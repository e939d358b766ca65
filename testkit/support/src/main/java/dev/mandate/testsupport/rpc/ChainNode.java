package dev.mandate.testsupport.rpc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.chain.ChainControl;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
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

/**
 * A node on a free loopback port: Agave's JSON-RPC interface over a test's chain. Its URL has a path and a query, as providers'
 * URLs do, with a word that must never be printed.
 */
public final class ChainNode implements AutoCloseable {

    /** The secret word in the URL. */
    public static final String SECRET = "s3cr3t-api-key";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final NodeMethods methods;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<JsonNode> requests = Collections.synchronizedList(new ArrayList<>());
    private Option<NodePubSub> pubSub = Option.none();
    private volatile Function<Array<String>, Option<NodeFault>> faults = request -> Option.none();
    private volatile UnaryOperator<JsonNode> answers = UnaryOperator.identity();

    private ChainNode(NodeMethods methods, HttpServer server) {
        this.methods = methods;
        this.server = server;
    }

    /**
     * Starts a node on a free port, with the methods of a real network alone.
     *
     * @param broadcast handles a transaction that was sent without preflight
     */
    public static ChainNode start(Chain chain, Broadcast broadcast) {
        return start(0, new NodeMethods(chain, broadcast, Option.none()));
    }

    /** Starts a node that also has a WebSocket, on the port after its own. */
    public static ChainNode withPubSub(Chain chain, Broadcast broadcast) {
        while (true) {
            ChainNode node = start(chain, broadcast);
            try {
                node.pubSub = Option.some(NodePubSub.start(node.server.getAddress().getPort() + 1));
                return node;
            } catch (UncheckedIOException portTaken) {
                node.close();
            }
        }
    }

    /**
     * Starts a node of a test network: {@code requestAirdrop} gives any amount, and {@code testWarpClock} moves the clock.
     *
     * @param port zero: a free one
     * @param control of the same chain
     */
    public static ChainNode start(int port, Chain chain, Broadcast broadcast, ChainControl control) {
        return start(port, new NodeMethods(chain, broadcast, Option.some(control)));
    }

    private static ChainNode start(int port, NodeMethods methods) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            ChainNode node = new ChainNode(methods, server);
            server.createContext("/", node::serve);
            server.setExecutor(node.threads);
            server.start();
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the node's URL. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/" + SECRET + "?key=" + SECRET);
    }

    /** Returns the node's WebSocket; only of {@link #withPubSub}. */
    public NodePubSub pubSub() {
        return pubSub.get();
    }

    /** Returns the methods of all requests so far, those of a batch one by one. */
    public Array<String> asked() {
        return requests().map(call -> call.get("method").stringValue());
    }

    /** All requests so far, those of a batch one by one. */
    public Array<JsonNode> requests() {
        synchronized (requests) {
            return Array.ofAll(requests);
        }
    }

    /**
     * Sets a function that decides on a fault for each request.
     *
     * @param which receives the request's methods; none means that the request is served
     */
    public void failing(Function<Array<String>, Option<NodeFault>> which) {
        faults = which;
    }

    /** Sets a function that changes each whole answer. */
    public void answering(UnaryOperator<JsonNode> change) {
        answers = change;
    }

    /**
     * Makes the node lag behind the chain by {@code slots}: its answers show the earlier slot, and nothing that landed after it. Accounts
     * alone are those of now, as if another node behind the same URL answered. Below zero the node is ahead of the chain.
     */
    public void lag(long slots) {
        methods.lag(slots);
    }

    /** When the node calls a landed transaction confirmed. */
    public enum Confirmation {
        AT_ONCE,
        /** Never: everything that landed stays processed. */
        HELD_BACK
    }

    /** Sets when the node calls a landed transaction confirmed. */
    public void confirming(Confirmation confirmation) {
        methods.confirming(confirmation);
    }

    /** Sets the hash that the node reports for its first block. */
    public void genesis(String hash) {
        methods.genesis(hash);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            Array<JsonNode> calls = request.isArray() ? Array.ofAll(request.values()) : Array.of(request);
            Array<String> names = calls.map(call -> call.get("method").stringValue());
            requests.addAll(calls.toJavaList());
            Option<NodeFault> fault = faults.apply(names);
            if (fault.isEmpty()) {
                answer(exchange, 200, text(request, calls));
            } else {
                fail(exchange, fault.get(), request, calls);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void fail(HttpExchange exchange, NodeFault fault, JsonNode request, Array<JsonNode> calls)
            throws IOException, InterruptedException {
        switch (fault) {
            case NodeFault.Status(int code, Option<String> retryAfter) -> {
                retryAfter.forEach(value -> exchange.getResponseHeaders().set("Retry-After", value));
                answer(exchange, code, "<html>no</html>".getBytes(StandardCharsets.UTF_8));
            }
            case NodeFault.ErrorAnswer(int code, String data) -> {
                ArrayNode errors = MAPPER.createArrayNode();
                for (JsonNode call : calls) {
                    ObjectNode answer = errors.addObject().put("jsonrpc", "2.0");
                    answer.set("id", call.get("id"));
                    answer.putObject("error").put("code", code).put("message", SECRET).set("data", MAPPER.readTree(data));
                }
                answer(exchange, 200, MAPPER.writeValueAsBytes(request.isArray() ? errors : errors.get(0)));
            }
            case NodeFault.Cut cut -> {}
            case NodeFault.CutAfterwards cut -> carryOut(calls);
            case NodeFault.Silence silence -> {
                carryOut(calls);
                closed.await();
            }
            case NodeFault.Truncated(int bytes) -> {
                byte[] whole = text(request, calls);
                exchange.sendResponseHeaders(200, whole.length);
                exchange.getResponseBody().write(whole, 0, Math.min(bytes, whole.length - 1));
                exchange.getResponseBody().flush();
            }
            case NodeFault.Body(String text) -> answer(exchange, 200, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void carryOut(Array<JsonNode> calls) {
        if (calls.map(methods::answer).isEmpty()) {
            throw new IllegalStateException("no call");
        }
    }

    private byte[] text(JsonNode request, Array<JsonNode> calls) {
        ArrayNode all = MAPPER.createArrayNode();
        calls.map(methods::answer).forEach((ObjectNode one) -> all.add(one));
        return MAPPER.writeValueAsBytes(answers.apply(request.isArray() ? all : all.get(0)));
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        pubSub.forEach(NodePubSub::close);
        server.stop(0);
        threads.shutdownNow().forEach(task -> {});
    }
}
