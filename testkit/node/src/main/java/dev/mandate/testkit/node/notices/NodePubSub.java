package dev.mandate.testkit.node.notices;

import dev.mandate.domain.chain.Signature;
import dev.mandate.testkit.node.methods.RpcMethods;
import dev.mandate.testkit.node.methods.RpcSubscriptions;
import dev.mandate.testkit.node.methods.Subscription;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The WebSocket interface of a node on loopback. It notifies of what happens on the node's chain; or, by hand, of what the test says, whether it
 * happened or not.
 */
public final class NodePubSub implements AutoCloseable {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Option<RpcSubscriptions> subscriptions;
    private final WebSocketServer server;
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final Map<Long, Open> open = new TreeMap<>();
    private long latest;

    private record Open(Request request, Subscription subscription) {}

    private NodePubSub(int port, Option<RpcSubscriptions> subscriptions) {
        this.subscriptions = subscriptions;
        this.server = WebSocketServer.start(port, this::take, this::forget);
    }

    /** Listens on {@code port}. Notices are sent by {@link Request#notifyClient} alone. */
    public static NodePubSub byHand(int port) {
        return new NodePubSub(port, Option.none());
    }

    /** Listens on {@code port}. Notices are sent by {@link #check}. */
    public static NodePubSub start(int port, RpcSubscriptions subscriptions) {
        return new NodePubSub(port, Option.some(subscriptions));
    }

    /** The port. A client that knows the node's URL takes the next one after the URL's. */
    public int port() {
        return server.port();
    }

    /**
     * A request of a client.
     *
     * @param subscription the number that the node answered, or that the client named to end it
     */
    public record Request(WebSocketConnection client, String method, JsonNode params, long subscription) {

        /** Sends a notice of the subscription. That of a signature ends it. */
        public void notifyClient() {
            ObjectNode result = MAPPER.createObjectNode();
            result.putObject("value").putNull("err");
            notifyClient(result);
        }

        private void notifyClient(JsonNode result) {
            ObjectNode notice = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("method", method.replace("Subscribe", "Notification"));
            notice.putObject("params").put("subscription", subscription).set("result", result);
            say(MAPPER.writeValueAsString(notice));
        }

        /** Sends any text. */
        public void say(String text) {
            client.send(text);
        }

        /** The signature that the client asks for. */
        public Signature signature() {
            return Signature.parse(params.get(0).stringValue()).get();
        }
    }

    /** From now on pings get no answer, as of a host that is gone. */
    public void fallSilent() {
        server.heartbeat(WebSocketServer.Heartbeat.UNANSWERED);
    }

    /** The next request of any client. */
    public Request request() throws InterruptedException {
        Request request = requests.poll(10, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no client asked for anything");
        }
        return request;
    }

    /** Returns how many subscriptions are open. */
    public synchronized int subscriptions() {
        return open.size();
    }

    /** Notifies clients of what has changed. */
    public synchronized void check() {
        open.values().removeIf(one -> {
            var due = one.subscription().due();
            due.forEach(one.request()::notifyClient);
            return due.nonEmpty() && one.subscription().duration() == Subscription.Duration.UNTIL_THE_FIRST_NOTICE;
        });
    }

    private synchronized void forget(WebSocketConnection gone) {
        open.values().removeIf(one -> one.request().client().equals(gone));
    }

    private synchronized void take(WebSocketConnection client, byte[] text) {
        JsonNode call = RpcMethods.read(text);
        String method = call.path("method").asString("");
        JsonNode params = call.path("params");
        if (!call.has("id")) {
            // A notification, such as the heartbeat of some clients.
            return;
        }
        if (method.endsWith("Unsubscribe")) {
            Request ended = new Request(client, method, params, params.path(0).asLong(0));
            boolean known = open.remove(ended.subscription()) != null || subscriptions.isEmpty();
            answer(client, call, "result", MAPPER.getNodeFactory().booleanNode(known));
            requests.add(ended);
            return;
        }
        Either<JsonNode, Option<Subscription>> opened = subscriptions
                .map(all -> all.open(method, params).map(Option::some))
                .getOrElse(() -> Either.right(Option.none()));
        if (opened.isLeft()) {
            answer(client, call, "error", opened.getLeft());
            return;
        }
        Request request = new Request(client, method, params, ++latest);
        answer(client, call, "result", MAPPER.getNodeFactory().numberNode(request.subscription()));
        opened.get().forEach(subscription -> open.put(request.subscription(), new Open(request, subscription)));
        requests.add(request);
        check();
    }

    private static void answer(WebSocketConnection client, JsonNode call, String field, JsonNode value) {
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", call.get("id"));
        answer.set(field, value);
        client.send(MAPPER.writeValueAsString(answer));
    }

    /** Closes all connections. */
    @Override
    public void close() {
        server.close();
    }
}
