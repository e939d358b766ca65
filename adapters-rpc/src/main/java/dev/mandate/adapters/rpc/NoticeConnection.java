package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.LandingHint;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
    private final Map<Long, Listener> listeners = new HashMap<>();
    /** By the node's number of the subscription. */
    private final Map<Long, Listener> subscribed = new HashMap<>();
    private final StringBuilder message = new StringBuilder();
    /** A WebSocket takes one message after the other. It fails for good with the connection. */
    private CompletableFuture<WebSocket> sent;
    private long lastId;

    NoticeConnection(CompletableFuture<WebSocket> opening) {
        this.sent = opening;
    }

    static NoticeConnection open(WebSocket.Builder builder, URI url) {
        CompletableFuture<WebSocket> opening = new CompletableFuture<>();
        NoticeConnection connection = new NoticeConnection(opening);
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
    private final class Listener implements LandingHint {

        private final long id;
        private final Semaphore news = new Semaphore(0);
        private Option<Long> subscription = Option.none();

        Listener(long id) {
            this.id = id;
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
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
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
            Option.of(subscribed.remove(notice.get().field("subscription").count())).forEach(listener -> listener.news.release());
        } else if (!heard.field("result").node().isBoolean()) {
            subscribed(heard.field("id").count(), heard.field("result").count());
        }
    }

    private void subscribed(long id, long number) {
        Listener listener = listeners.remove(id);
        if (listener == null) {
            unsubscribe(number);
        } else {
            listener.subscription = Option.some(number);
            subscribed.put(number, listener);
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
