package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.chain.ChangeNotices;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The notices of a node about accounts ({@code accountSubscribe}) and about transactions that name an address ({@code logsSubscribe}), over one
 * WebSocket. A heartbeat shows that the connection lives; without an answer to it another node is tried. What happens while there is no connection is no
 * news: whoever follows accounts looks at them in turns as well.
 */
final class AccountNotices implements ChangeNotices {

    /** Nodes take no more subscriptions on a connection. */
    static final int MOST_SUBSCRIPTIONS = 1_000;

    private static final Duration CONNECT_AGAIN = Duration.ofSeconds(10);
    /** The pause between two tries grows up to 2 to the power of this. */
    private static final int MOST_DOUBLINGS = 6;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Duration SILENCE = Duration.ofSeconds(40);

    private final HttpClient http;
    private final Array<URI> urls;
    private final Clock clock;
    private final java.util.Set<Address> news = ConcurrentHashMap.newKeySet();
    private Set<Address> accounts = HashSet.empty();
    private Set<Address> mentioned = HashSet.empty();
    private NoticeConnection connection =
            new NoticeConnection(CompletableFuture.failedFuture(new IllegalStateException("not opened yet")));
    private java.util.Map<Subject, NoticeConnection.Lasting> subscriptions = new java.util.HashMap<>();
    private Instant openAgain = Instant.MIN;
    private Instant nextHeartbeat = Instant.MAX;
    private int opened;
    private int failures = -1;

    private record Subject(String method, Address address) {}

    AccountNotices(HttpClient http, RpcSettings settings) {
        this.http = http;
        this.urls = settings.urls().toArray().map(LandingNotices::webSocket);
        this.clock = settings.clock();
    }

    @Override
    public synchronized void follow(Set<Address> changed, Set<Address> named) {
        accounts = changed;
        mentioned = named;
        subscribe();
    }

    @Override
    public synchronized Set<Address> news() {
        keepAlive();
        Set<Address> heard = HashSet.ofAll(news);
        news.removeAll(heard.toJavaSet());
        return heard;
    }

    private void keepAlive() {
        Instant now = clock.instant();
        if (!connection.isLost() && now.isAfter(connection.heardAt(now).plus(SILENCE))) {
            connection.abandon();
        }
        if (connection.isLost() && !now.isBefore(openAgain)) {
            failures = connection.wasOpen() ? 0 : Math.min(failures + 1, MOST_DOUBLINGS);
            openAgain = now.plus(CONNECT_AGAIN.multipliedBy(1L << failures));
            nextHeartbeat = now.plus(HEARTBEAT);
            subscriptions = new java.util.HashMap<>();
            connection = NoticeConnection.open(
                    http.newWebSocketBuilder().connectTimeout(CONNECT_TIMEOUT), urls.get(opened++ % urls.size()), clock);
            subscribe();
        }
        if (!connection.isLost() && !now.isBefore(nextHeartbeat)) {
            nextHeartbeat = now.plus(HEARTBEAT);
            connection.ping();
        }
    }

    private void subscribe() {
        if (connection.isLost()) {
            return;
        }
        Set<Subject> wanted = HashSet.ofAll(mentioned.toArray()
                .map(address -> new Subject("logsSubscribe", address))
                .appendAll(accounts.map(address -> new Subject("accountSubscribe", address)))
                .take(MOST_SUBSCRIPTIONS));
        subscriptions.entrySet().removeIf(entry -> {
            boolean isOver = !wanted.contains(entry.getKey());
            if (isOver) {
                entry.getValue().close();
            }
            return isOver;
        });
        wanted.filter(subject -> !subscriptions.containsKey(subject))
                .forEach(subject -> subscriptions.put(subject, connection.follow(subject.method(), params(subject), () -> news.add(subject.address()))));
    }

    private static ArrayNode params(Subject subject) {
        ObjectNode config = JsonRpc.object().put("commitment", "confirmed");
        ArrayNode params = JsonRpc.array();
        if (subject.method().equals("logsSubscribe")) {
            params.add(JsonRpc.object().set("mentions", JsonRpc.array().add(subject.address().toString())));
        } else {
            params.add(subject.address().toString());
            config.put("encoding", "base64");
        }
        return params.add(config);
    }

    @Override
    public synchronized void close() {
        connection.abandon();
        openAgain = Instant.MAX;
    }
}
