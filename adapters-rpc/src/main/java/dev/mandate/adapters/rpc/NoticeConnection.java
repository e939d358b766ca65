package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.LandingHint;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/** One WebSocket to a node. What it says wakes listeners. It is closed when it says what cannot be read. */
final class NoticeConnection implements WebSocket.Listener {

    private static final int MAX_MESSAGE_CHARS = 64 << 10;

    /** By the id of the request to subscribe. */
    private final Map<Long, Subscriber> listeners = new HashMap<>();
    /** By the node's number of the subscription. */
    private final Map<Long, Subscriber> subscribed = new HashMap<>();
    private final StringBuilder message = new StringBuilder();
    /** A WebSocket takes one message after the other. It fails for good with the connection. */
    private CompletableFuture<WebSocket> sent;
    private final CompletableFuture<WebSocket> opening;
    private long lastId;
    private Option<Instant> heardAt = Option.none();
    private Option<Runnable> heard = Option.none();

    NoticeConnection(CompletableFuture<WebSocket> opening) {
        this.opening = opening;
        this.sent = opening;
    }

    static NoticeConnection open(WebSocket.Builder builder, URI url) {
        return open(builder, url, Clock.systemUTC());
    }

    /** @param clock notes when the node was last heard */
    static NoticeConnection open(WebSocket.Builder builder, URI url, Clock clock) {
        CompletableFuture<WebSocket> opening = new CompletableFuture<>();
        NoticeConnection connection = new NoticeConnection(opening);
        connection.heard = Option.some(() -> connection.heardAt = Option.some(clock.instant()));
        var unused = builder.buildAsync(url, connection).whenComplete((socket, fault) -> {
            if (fault == null) {
                opening.complete(socket);
            } else {
                opening.completeExceptionally(fault);
            }
        });
        return connection;
    }

    synchronized boolean isLost() {
        return sent.isCompletedExceptionally();
    }

    /** Whether the node took the connection, even if it is lost since. */
    boolean wasOpen() {
        return opening.isDone() && !opening.isCompletedExceptionally();
    }

    /** When the node was last heard; {@code now} if it was not heard yet, and from then on that time. */
    synchronized Instant heardAt(Instant now) {
        heardAt = heardAt.orElse(Option.some(now));
        return heardAt.get();
    }

    /** Asks the node for a sign of life. */
    synchronized void ping() {
        sent = sent.thenCompose(socket -> socket.sendPing(ByteBuffer.allocate(0)));
    }

    /** Ends the connection. */
    synchronized void abandon() {
        var unused = sent.thenAccept(WebSocket::abort);
        lose();
    }

    /** Calls {@code news} for each notice, until it is closed. */
    synchronized Lasting follow(String method, ArrayNode params, Runnable news) {
        Lasting lasting = new Lasting(++lastId, method, news);
        if (!isLost()) {
            listeners.put(lasting.id, lasting);
            send(lasting.id, method, params);
        }
        return lasting;
    }

    /** Whoever waits for the notices of a subscription. */
    sealed interface Subscriber {

        /** The node's number of the subscription is known. */
        void begun(long number);

        /** A notice came; whether more may follow. */
        boolean hears();
    }

    /** A subscription that lasts. */
    final class Lasting implements Subscriber {

        private final long id;
        private final String method;
        private final Runnable news;
        private Option<Long> number = Option.none();

        Lasting(long id, String method, Runnable news) {
            this.id = id;
            this.method = method;
            this.news = news;
        }

        @Override
        public void begun(long known) {
            number = Option.some(known);
        }

        @Override
        public boolean hears() {
            news.run();
            return true;
        }

        void close() {
            synchronized (NoticeConnection.this) {
                listeners.remove(id);
                number.filter(known -> subscribed.remove(known, this))
                        .forEach(known -> send(++lastId, method.replace("Subscribe", "Unsubscribe"), JsonRpc.array().add(known)));
            }
        }
    }

    synchronized LandingHint listen(Signature signature) {
        Listener listener = new Listener(++lastId);
        if (!isLost()) {
            listeners.put(listener.id, listener);
            send(listener.id, "signatureSubscribe", JsonRpc.array()
                    .add(signature.toString())
                    .add(JsonRpc.object().put("commitment", "confirmed")));
        }
        return listener;
    }

    private synchronized void send(long id, String method, ArrayNode params) {
        String text = new String(JsonRpc.request(Array.of(new RpcCall(method, params)), id), StandardCharsets.UTF_8);
        sent = sent.thenCompose(socket -> socket.sendText(text, true));
    }

    private synchronized void lose() {
        sent = CompletableFuture.failedFuture(new IllegalStateException("the connection is lost"));
        listeners.clear();
        subscribed.clear();
    }

    /** Waits for the notices of one subscription. */
    private final class Listener implements LandingHint, Subscriber {

        private final long id;
        private final Semaphore news = new Semaphore(0);
        private Option<Long> subscription = Option.none();

        Listener(long id) {
            this.id = id;
        }

        @Override
        public void begun(long number) {
            subscription = Option.some(number);
        }

        @Override
        public boolean hears() {
            news.release();
            return false;
        }

        @Override
        public void await(Duration most) throws InterruptedException {
            var unused = news.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS);
        }

        /** A node ends a subscription with its notice; any other has to be ended here, or once its number is known. */
        @Override
        public void close() {
            synchronized (NoticeConnection.this) {
                listeners.remove(id);
                subscription.filter(number -> subscribed.remove(number, this)).forEach(NoticeConnection.this::unsubscribe);
            }
        }
    }

    private void unsubscribe(long number) {
        send(++lastId, "signatureUnsubscribe", JsonRpc.array().add(number));
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer nothing) {
        noteLife();
        socket.request(1);
        return null;
    }

    private synchronized void noteLife() {
        heard.forEach(Runnable::run);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        noteLife();
        message.append(part);
        try {
            if (message.length() > MAX_MESSAGE_CHARS) {
                throw new MalformedAnswerException("the notice is too long");
            }
            if (last) {
                hear(AnswerShape.of(JsonRpc.parsed(message.toString().getBytes(StandardCharsets.UTF_8)), "notice"));
                message.setLength(0);
            }
        } catch (RuntimeException | StackOverflowError unreadable) {
            socket.abort();
            lose();
        }
        socket.request(1);
        return null;
    }

    private synchronized void hear(AnswerShape heard) {
        Option<AnswerShape> notice = heard.optional("params");
        if (notice.isDefined()) {
            long number = notice.get().field("subscription").count();
            Option.of(subscribed.get(number)).filter(subscriber -> !subscriber.hears()).forEach(over -> subscribed.remove(number));
        } else if (!heard.field("result").node().isBoolean()) {
            subscribed(heard.field("id").count(), heard.field("result").count());
        }
    }

    private void subscribed(long id, long number) {
        Subscriber subscriber = listeners.remove(id);
        if (subscriber == null) {
            unsubscribe(number);
        } else {
            subscriber.begun(number);
            subscribed.put(number, subscriber);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
        lose();
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable fault) {
        lose();
    }
}
