package dev.mandate.testkit.node.faults;

import com.sun.net.httpserver.HttpExchange;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.testkit.node.methods.RpcMethods;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Serves the requests to a node, and does to them what a bad network and a bad node do, by a {@link FaultPlan}. */
public final class FaultInjector implements AutoCloseable {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int OK = 200;
    private static final int LATEST = 40;
    private static final int MOST_SLOTS_BEHIND = 200;

    private final Node node;
    private final Option<ForkingNode> forking;
    private final FaultPlan plan;
    private final BiConsumer<WireFault, String> log;
    private final Queue<Late> late = new ArrayDeque<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private Option<Integer> requestsUntilFork = Option.none();
    private byte[] last = "{}".getBytes(StandardCharsets.UTF_8);

    private record Late(Bytes request, int requestsLeft) {}

    /** The node behind. */
    @FunctionalInterface
    public interface Node {

        /** The body of the node's answer. */
        byte[] answer(byte[] request) throws IOException;
    }

    /**
     * Faults of the network before {@code node}.
     *
     * @param log is told each fault, and the methods that it strikes
     * @throws IllegalArgumentException if the plan has faults that only the node itself can make
     */
    public FaultInjector(Node node, FaultPlan plan, BiConsumer<WireFault, String> log) {
        this(node, Option.none(), plan, log);
        if (!WireFault.ofNetwork().containsAll(plan.kinds())) {
            throw new IllegalArgumentException("faults that a network cannot make: " + plan.kinds().removeAll(WireFault.ofNetwork()));
        }
    }

    /** Faults of the network and of {@code node}. */
    public static FaultInjector within(ForkingNode node, FaultPlan plan, BiConsumer<WireFault, String> log) {
        return new FaultInjector(node, Option.some(node), plan, log);
    }

    private FaultInjector(Node node, Option<ForkingNode> forking, FaultPlan plan, BiConsumer<WireFault, String> log) {
        this.node = node;
        this.forking = forking;
        this.plan = plan;
        this.log = log;
    }

    /** Answers an exchange whose request has this body. */
    public void serve(HttpExchange exchange, byte[] request) throws IOException {
        deliverLate();
        forkWhenDue();
        String methods = methods(request);
        Option<WireFault> fault = plan.next(methods);
        fault.forEach(struck -> log.accept(struck, methods));
        if (fault.isEmpty()) {
            answer(exchange, OK, served(request));
        } else {
            strike(exchange, fault.get(), request);
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
            case NODE_LAGS -> answer(exchange, OK, forking.get().answerBehind(request, 1 + plan.draw(MOST_SLOTS_BEHIND)));
            case FORK -> {
                beginFork();
                answer(exchange, OK, served(request));
            }
        }
    }

    private synchronized void beginFork() {
        if (requestsUntilFork.isEmpty()) {
            forking.get().delayFinality();
            requestsUntilFork = Option.some(1 + plan.draw(LATEST));
        }
    }

    private synchronized void forkWhenDue() {
        if (requestsUntilFork.contains(0)) {
            forking.get().fork();
        }
        requestsUntilFork = requestsUntilFork.filter(left -> left > 0).map(left -> left - 1);
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

    private static String methods(byte[] request) {
        return RpcMethods.calls(RpcMethods.read(request)).map(call -> call.path("method").asString("?")).mkString(" ");
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
        RpcMethods.calls(request).forEach(call -> {
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
        Option<Signature> id = RpcMethods.sent(call);
        if (id.isEmpty()) {
            return served(request);
        }
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("result", id.get().toString());
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

    /** Ends the requests that wait for an answer. */
    @Override
    public void close() {
        closed.countDown();
    }
}
