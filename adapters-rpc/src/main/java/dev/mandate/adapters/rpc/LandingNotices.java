package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.LandingHint;
import io.vavr.collection.Array;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The notices of nodes about transactions, over one WebSocket ({@code signatureSubscribe} at {@code confirmed}). It is opened for the first
 * listener, and nobody waits for it. Without it no notices come; the next listener tries another node, ten seconds after the last try.
 */
final class LandingNotices {

    private static final Duration CONNECT_AGAIN = Duration.ofSeconds(10);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    private final HttpClient http;
    private final Array<URI> urls;
    private final Clock clock;
    private NoticeConnection connection =
            new NoticeConnection(CompletableFuture.failedFuture(new IllegalStateException("not opened yet")));
    private Instant openAgain = Instant.MIN;
    private int opened;

    LandingNotices(HttpClient http, RpcSettings settings) {
        this.http = http;
        this.urls = settings.urls().toArray().map(LandingNotices::webSocket);
        this.clock = settings.clock();
    }

    /** As Solana's own clients derive it: the next port where the URL names one, and otherwise the same host. */
    static URI webSocket(URI url) {
        String scheme = url.getScheme().equals("https") ? "wss" : "ws";
        String port = url.getPort() < 0 ? "" : ":" + (url.getPort() + 1);
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return URI.create(scheme + "://" + url.getHost() + port + url.getRawPath() + query);
    }

    LandingHint listen(Signature signature) {
        return connection().listen(signature);
    }

    private synchronized NoticeConnection connection() {
        Instant now = clock.instant();
        if (connection.isLost() && !now.isBefore(openAgain)) {
            openAgain = now.plus(CONNECT_AGAIN);
            connection = NoticeConnection.open(
                    http.newWebSocketBuilder().connectTimeout(CONNECT_TIMEOUT), urls.get(opened++ % urls.size()));
        }
        return connection;
    }
}
