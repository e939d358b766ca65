package dev.mandate.testsupport.openapi;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * The JDK's HTTP client with a check of every exchange against a document. If an exchange deviates from the document, an {@link
 * AssertionError} replaces the response. Closing it closes the underlying client.
 */
public final class HeldHttpClient extends HttpClient {

    private final HttpClient client;
    private final OpenApiCheck check;

    /** Sends with {@code client}, checks with {@code check}. */
    public HeldHttpClient(HttpClient client, OpenApiCheck check) {
        this.client = client;
        this.check = check;
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        AtomicReference<Bytes> body = new AtomicReference<>(Bytes.EMPTY);
        return held(request, client.send(request, noting(handler, body)), body);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        AtomicReference<Bytes> body = new AtomicReference<>(Bytes.EMPTY);
        return client.sendAsync(request, noting(handler, body)).thenApply(response -> held(request, response, body));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> promises) {
        AtomicReference<Bytes> body = new AtomicReference<>(Bytes.EMPTY);
        return client.sendAsync(request, noting(handler, body), promises)
                .thenApply(response -> held(request, response, body));
    }

    private <T> HttpResponse<T> held(HttpRequest request, HttpResponse<T> response, AtomicReference<Bytes> body) {
        check.hold(new Exchange(
                request.method(),
                request.uri().getRawPath(),
                Option.of(request.uri().getRawQuery()).getOrElse(""),
                sent(request),
                new Exchange.Answer(
                        response.statusCode(),
                        response.headers().firstValue("content-type").orElse(""),
                        response.headers().firstValue("x-request-id").orElse(""),
                        body.get())));
        return response;
    }

    /** Returns {@code handler} with a recording of the body: it receives the body after all of it was recorded. */
    private static <T> BodyHandler<T> noting(BodyHandler<T> handler, AtomicReference<Bytes> body) {
        return info -> BodySubscribers.mapping(BodySubscribers.ofByteArray(), bytes -> {
            body.set(Bytes.of(bytes));
            BodySubscriber<T> reader = handler.apply(info);
            reader.onSubscribe(new Unasked());
            reader.onNext(List.of(ByteBuffer.wrap(bytes)));
            reader.onComplete();
            return reader.getBody().toCompletableFuture().join();
        });
    }

    private static Bytes sent(HttpRequest request) {
        BodySubscriber<byte[]> all = BodySubscribers.ofByteArray();
        request.bodyPublisher().ifPresent(publisher -> publisher.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                all.onSubscribe(subscription);
            }

            @Override
            public void onNext(ByteBuffer part) {
                all.onNext(List.of(part));
            }

            @Override
            public void onError(Throwable fault) {
                all.onError(fault);
            }

            @Override
            public void onComplete() {
                all.onComplete();
            }
        }));
        return request.bodyPublisher().isPresent()
                ? Bytes.of(all.getBody().toCompletableFuture().join())
                : Bytes.EMPTY;
    }

    /** Does nothing: all data is already there. */
    private static final class Unasked implements Flow.Subscription {
        @Override
        public void request(long parts) {}

        @Override
        public void cancel() {}
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public boolean isTerminated() {
        return client.isTerminated();
    }

    @Override
    public void shutdown() {
        client.shutdown();
    }

    @Override
    public void shutdownNow() {
        client.shutdownNow();
    }

    @Override
    public boolean awaitTermination(Duration patience) throws InterruptedException {
        return client.awaitTermination(patience);
    }

    @Override
    public void close() {
        client.close();
    }
}
