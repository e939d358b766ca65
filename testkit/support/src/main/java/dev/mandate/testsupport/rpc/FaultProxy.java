package dev.mandate.testsupport.rpc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stands between a client and a node, and does to its requests what a bad network does, by a {@link FaultPlan}. By hand:
 *
 * <pre>{@code java -cp … dev.mandate.testsupport.rpc.FaultProxy PORT NODE_URL SEED PERCENT}</pre>
 */
public final class FaultProxy implements AutoCloseable {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int OK = 200;
    private static final int LATEST = 40;

    private final Node node;
    private final FaultPlan plan;
    private final BiConsumer<WireFault, String> log;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Late> late = new ArrayDeque<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private byte[] last = "{}".getBytes(StandardCharsets.UTF_8);

    private record Late(Bytes request, int requestsLeft) {}

    /** The node behind. */
    @FunctionalInterface
    public interface Node {

        /** The body of the node's answer. */
        byte[] answer(byte[] request) throws IOException;

        /** A node that is reached over HTTP. */
        static Node at(URI url) {
            HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            return request -> {
                try {
                    return client.send(
                                    HttpRequest.newBuilder(url)
                                            .header("content-type", "application/json")
                                            .POST(HttpRequest.BodyPublishers.ofByteArray(request))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofByteArray())
                            .body();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(e);
                }
            };
        }
    }

    private FaultProxy(Node node, FaultPlan plan, BiConsumer<WireFault, String> log, HttpServer server) {
        this.node = node;
        this.plan = plan;
        this.log = log;
        this.server = server;
    }

    /**
     * Starts a proxy on loopback.
     *
     * @param port 0 for any free one
     * @param log is told each fault, and the methods that it strikes
     */
    public static FaultProxy start(int port, Node node, FaultPlan plan, BiConsumer<WireFault, String> log) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            FaultProxy proxy = new FaultProxy(node, plan, log, server);
            server.createContext("/", proxy::serve);
            server.setExecutor(proxy.threads);
            server.start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code PORT NODE_URL SEED PERCENT}. */
    public static void main(String... args) {
        if (args.length != 4) {
            System.err.println("usage: FaultProxy PORT NODE_URL SEED PERCENT");
            System.exit(2);
        }
        Array<WireFault> kinds = Array.of(WireFault.values()).remove(WireFault.DIGIT_CHANGED);
        FaultPlan plan = new FaultPlan(Long.parseLong(args[2]), kinds, Integer.parseInt(args[3]), Integer.MAX_VALUE, Integer.MAX_VALUE);
        FaultProxy proxy = start(
                Integer.parseInt(args[0]), Node.at(URI.create(args[1])), plan, (fault, methods) -> System.err.println(fault + " " + methods));
        System.err.println("faults by seed " + args[2] + " on " + proxy.url());
    }

    /** Returns the proxy's URL. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            deliverLate();
            String methods = methods(request);
            Option<WireFault> fault = plan.next(methods);
            fault.forEach(struck -> log.accept(struck, methods));
            if (fault.isEmpty()) {
                answer(exchange, OK, served(request));
            } else {
                strike(exchange, fault.get(), request);
            }
        }
    }

    private void strike(HttpExchange exchange, WireFault fault, byte[] request) throws IOException {
        switch (fault) {
            case REQUEST_LOST -> {}
            case ANSWER_LOST -> pass(request);
            case ANSWER_WITHHELD -> {
                pass(request);
                awaitClose();
            }
            case REQUEST_LATE -> hold(request);
            case DOUBLED -> {
                pass(request);
                answer(exchange, OK, served(request));
            }
            case BATCH_REORDERED -> answer(exchange, OK, reordered(served(request)));
            case ANOTHER_ANSWER -> {
                byte[] another = latest();
                pass(request);
                answer(exchange, OK, another);
            }
            case TRUNCATED -> {
                byte[] whole = served(request);
                exchange.sendResponseHeaders(OK, whole.length);
                exchange.getResponseBody().write(whole, 0, whole.length / 2);
                exchange.getResponseBody().flush();
            }
            case GARBLED -> {
                byte[] garbled = served(request).clone();
                garbled[plan.draw(garbled.length)] = 1;
                answer(exchange, OK, garbled);
            }
            case TOO_MANY_REQUESTS -> {
                exchange.getResponseHeaders().set("Retry-After", "1");
                answer(exchange, 429, new byte[0]);
            }
            case UNAVAILABLE -> answer(exchange, 503, new byte[0]);
            case NODE_BEHIND -> answer(exchange, OK, behind(MAPPER.readTree(request)));
            case SEND_FORGOTTEN -> answer(exchange, OK, forgotten(request));
            case DIGIT_CHANGED -> answer(exchange, OK, withAnotherDigit(served(request)));
        }
    }

    private void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nobody gets the answer. */
    private void pass(byte[] request) throws IOException {
        if (served(request).length == 0) {
            throw new IOException("the node answers nothing");
        }
    }

    private byte[] served(byte[] request) throws IOException {
        byte[] answer = node.answer(request);
        synchronized (this) {
            last = answer;
        }
        return answer;
    }

    private synchronized byte[] latest() {
        return last;
    }

    private synchronized void hold(byte[] request) {
        late.add(new Late(Bytes.of(request), 1 + plan.draw(LATEST)));
    }

    private void deliverLate() throws IOException {
        Array<Late> waiting;
        synchronized (this) {
            waiting = Array.ofAll(late);
            late.clear();
            waiting.filter(one -> one.requestsLeft() > 1).forEach(one -> late.add(new Late(one.request(), one.requestsLeft() - 1)));
        }
        for (Late due : waiting.filter(one -> one.requestsLeft() <= 1)) {
            pass(due.request().toArray());
        }
    }

    private static Array<JsonNode> calls(JsonNode request) {
        return request.isArray() ? Array.ofAll(request.values()) : Array.of(request);
    }

    private static String methods(byte[] request) {
        return calls(MAPPER.readTree(request)).map(call -> call.path("method").asString("?")).mkString(" ");
    }

    private static byte[] reordered(byte[] answer) {
        JsonNode read = MAPPER.readTree(answer);
        if (!read.isArray()) {
            return answer;
        }
        ArrayNode reversed = MAPPER.createArrayNode();
        List.ofAll(read.values()).reverse().forEach((JsonNode one) -> reversed.add(one));
        return MAPPER.writeValueAsBytes(reversed);
    }

    private static byte[] behind(JsonNode request) {
        ArrayNode errors = MAPPER.createArrayNode();
        calls(request).forEach(call -> {
            ObjectNode answer = errors.addObject().put("jsonrpc", "2.0");
            answer.set("id", call.get("id"));
            answer.putObject("error").put("code", -32005).put("message", "Node is behind by 200 slots").putObject("data").put("numSlotsBehind", 200);
        });
        return MAPPER.writeValueAsBytes(request.isArray() ? errors : errors.get(0));
    }

    private byte[] forgotten(byte[] request) throws IOException {
        JsonNode call = MAPPER.readTree(request);
        if (!call.path("method").asString("").equals("sendTransaction")) {
            return served(request);
        }
        Bytes transaction = Bytes.of(Base64.getDecoder().decode(call.get("params").get(0).stringValue()));
        Signature id = WireTransaction.parse(transaction).get().signatures().head();
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("result", id.toString());
        answer.set("id", call.get("id"));
        return MAPPER.writeValueAsBytes(answer);
    }

    private byte[] withAnotherDigit(byte[] answer) {
        byte[] changed = answer.clone();
        Array<Integer> digits = Array.range(0, changed.length).filter(at -> changed[at] >= '1' && changed[at] <= '9');
        if (!digits.isEmpty()) {
            int at = digits.get(plan.draw(digits.size()));
            changed[at] = (byte) (changed[at] == '9' ? '1' : changed[at] + 1);
        }
        return changed;
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow().forEach(task -> {});
    }
}
