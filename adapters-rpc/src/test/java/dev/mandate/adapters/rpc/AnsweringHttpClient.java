package dev.mandate.adapters.rpc;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/** Nodes without sockets: a function from URL and request to the body of the answer. */
final class AnsweringHttpClient extends HttpClient {

    private final BiFunction<URI, byte[], byte[]> node;

    AnsweringHttpClient(BiFunction<URI, byte[], byte[]> node) {
        this.node = node;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        HttpHeaders none = HttpHeaders.of(Map.of(), (name, value) -> true);
        HttpResponse.BodySubscriber<T> subscriber = handler.apply(new Head(200, none, Version.HTTP_1_1));
        subscriber.onSubscribe(new Unlimited());
        subscriber.onNext(List.of(ByteBuffer.wrap(node.apply(request.uri(), content(request)))));
        subscriber.onComplete();
        return subscriber.getBody().<HttpResponse<T>>thenApply(body -> new Response<>(request, none, body)).toCompletableFuture();
    }

    private static byte[] content(HttpRequest request) {
        HttpResponse.BodySubscriber<byte[]> whole = HttpResponse.BodySubscribers.ofByteArray();
        request.bodyPublisher().orElseThrow().subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                whole.onSubscribe(subscription);
            }

            @Override
            public void onNext(ByteBuffer part) {
                whole.onNext(List.of(part));
            }

            @Override
            public void onError(Throwable fault) {
                whole.onError(fault);
            }

            @Override
            public void onComplete() {
                whole.onComplete();
            }
        });
        return whole.getBody().toCompletableFuture().join();
    }

    private record Head(int statusCode, HttpHeaders headers, Version version) implements HttpResponse.ResponseInfo {}

    private static final class Unlimited implements Flow.Subscription {
        @Override
        public void request(long count) {}

        @Override
        public void cancel() {}
    }

    private record Response<T>(HttpRequest request, HttpHeaders headers, T body) implements HttpResponse<T> {
        @Override
        public int statusCode() {
            return 200;
        }

        @Override
        public Optional<HttpResponse<T>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return request.uri();
        }

        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        return sendAsync(request, handler).join();
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, HttpResponse.PushPromiseHandler<T> pushes) {
        return sendAsync(request, handler);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.empty();
    }

    @Override
    public Redirect followRedirects() {
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        throw new UnsupportedOperationException("no TLS");
    }

    @Override
    public SSLParameters sslParameters() {
        return new SSLParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.empty();
    }

    @Override
    public Version version() {
        return Version.HTTP_1_1;
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.empty();
    }
}
