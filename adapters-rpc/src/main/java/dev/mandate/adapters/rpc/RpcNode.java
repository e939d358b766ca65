package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Network;
import dev.mandate.ports.fault.ThrownFault;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * One URL of a node, or of a provider who hides several nodes behind it. It makes each request once. After failures in a row it makes none
 * for a while ({@link RpcSettings#openAfter}), and after a request to slow down none until then. Before the first request it asks for the
 * genesis hash.
 *
 * <p>Safe from any thread. Nothing that it says holds more of the URL than host and port.
 */
final class RpcNode {

    private static final int MAX_ANSWER_BYTES = 64 << 20;
    private static final int OK = 200;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Duration DEFAULT_SLOWDOWN = Duration.ofSeconds(1);
    private static final Duration LONGEST_SLOWDOWN = Duration.ofSeconds(60);
    /** A node that let a request wait for the whole timeout gets this part of it for the next ones, until it answers one. */
    private static final int HANGING_PART = 10;

    private static final Duration GENESIS_CHECK_AGAIN = Duration.ofSeconds(60);

    private final HttpClient http;
    private final URI url;
    private final String name;
    private final Network network;
    private final Duration timeout;
    private final Clock clock;
    private final Duration openFor;
    private final CircuitBreaker breaker;
    private final AtomicLong ids = new AtomicLong(1);
    private volatile boolean hangs;
    private volatile Instant slowUntil = Instant.MIN;
    private volatile Instant leftAloneUntil = Instant.MIN;
    private volatile Option<GenesisCheck> genesis = Option.none();

    private record GenesisCheck(GenesisHash.Verdict verdict, Instant at) {}

    RpcNode(HttpClient http, URI url, RpcSettings settings) {
        this.http = http;
        this.url = url;
        this.name = name(url);
        this.network = settings.network();
        this.timeout = settings.timeout();
        this.clock = settings.clock();
        this.openFor = settings.openFor();
        this.breaker = CircuitBreaker.of(
                name,
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(settings.openAfter())
                        .minimumNumberOfCalls(settings.openAfter())
                        .failureRateThreshold(100)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .waitDurationInOpenState(settings.openFor())
                        .clock(clock)
                        .currentTimestampFunction(Clock::millis, TimeUnit.MILLISECONDS)
                        .build());
    }

    /** Host and port. */
    String name() {
        return name;
    }

    /** Host and port, if the URL has one. */
    static String name(URI url) {
        return url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    /** Whether it failed too often, and is asked nothing for a while. */
    boolean isLeftAlone() {
        return clock.instant().isBefore(leftAloneUntil);
    }

    /** Makes one request of all {@code calls}; gives the result of each. */
    Either<CallFault, Array<JsonNode>> call(Array<RpcCall> calls) {
        return requireNetwork().flatMap(checked -> exchange(calls));
    }

    /** Finds out, if that is not known, whether the node is of the network. */
    Either<CallFault, GenesisHash.Verdict> requireNetwork() {
        Instant now = clock.instant();
        return genesis.filter(check -> check.verdict() == GenesisHash.Verdict.MAY_SERVE || now.isBefore(check.at().plus(GENESIS_CHECK_AGAIN)))
                .<Either<CallFault, GenesisHash.Verdict>>map(check -> Either.right(check.verdict()))
                .getOrElse(() -> exchange(Array.of(new RpcCall("getGenesisHash", JsonRpc.array())))
                        .flatMap(results -> read(() -> GenesisHash.check(network, AnswerShape.of(results.head(), "getGenesisHash").text())))
                        .peek(verdict -> genesis = Option.some(new GenesisCheck(verdict, now))))
                .filterOrElse(
                        GenesisHash.Verdict.MAY_SERVE::equals,
                        other -> new CallFault.WrongNetwork(name + " has the genesis hash of another network than " + network));
    }

    private Either<CallFault, Array<JsonNode>> exchange(Array<RpcCall> calls) {
        if (clock.instant().isBefore(slowUntil)) {
            return Either.left(new CallFault.Paused(name));
        }
        if (!breaker.tryAcquirePermission()) {
            return Either.left(new CallFault.NotSent(name + " failed too often, and is left alone for a while"));
        }
        long began = breaker.getCurrentTimestamp();
        Either<CallFault, Array<JsonNode>> answer = once(calls);
        long took = breaker.getCurrentTimestamp() - began;
        if (answer.isLeft() && isOutage(answer.getLeft())) {
            breaker.onError(took, breaker.getTimestampUnit(), new IOException(answer.getLeft().text()));
            if (breaker.getState() == CircuitBreaker.State.OPEN) {
                leftAloneUntil = clock.instant().plus(openFor);
            }
        } else {
            breaker.onSuccess(took, breaker.getTimestampUnit());
        }
        return answer;
    }

    /** Whether the node itself is not well, or wants to be left alone, rather than this request. */
    private static boolean isOutage(CallFault fault) {
        return switch (fault) {
            case CallFault.NotSent notSent -> true;
            case CallFault.NoAnswer noAnswer -> true;
            case CallFault.Malformed malformed -> true;
            case CallFault.RateLimited limited -> true;
            case CallFault.Paused paused -> false;
            case CallFault.Behind behind -> false;
            case CallFault.WrongNetwork wrong -> false;
            case CallFault.Busy busy -> false;
            case CallFault.Refused refused -> false;
        };
    }

    private Either<CallFault, Array<JsonNode>> once(Array<RpcCall> calls) {
        long firstId = ids.getAndAdd(calls.size());
        Duration patience = hangs ? timeout.dividedBy(HANGING_PART) : timeout;
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JsonRpc.request(calls, firstId)))
                .build();
        return answer(http.sendAsync(request, info -> new LimitedBody(MAX_ANSWER_BYTES)), patience)
                .flatMap(this::requireOk)
                .flatMap(body -> read(() -> JsonRpc.results(name, body, calls, firstId)).flatMap(results -> results));
    }

    /** The request's own timeout ends with the headers; this one with the body. */
    private Either<CallFault, HttpResponse<byte[]>> answer(CompletableFuture<HttpResponse<byte[]>> sent, Duration patience) {
        try {
            HttpResponse<byte[]> answer = sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            hangs = false;
            return Either.right(answer);
        } catch (ExecutionException e) {
            return Either.left(fault(e.getCause() == null ? e : e.getCause()));
        } catch (TimeoutException e) {
            sent.cancel(true);
            hangs = true;
            return Either.left(new CallFault.NoAnswer(name + " did not answer in time"));
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            return Either.left(new CallFault.NoAnswer("interrupted while " + name + " was asked"));
        }
    }

    /** An exception's own message may hold the URL: its class says enough. */
    private CallFault fault(Throwable cause) {
        String text = name + ": " + cause.getClass().getSimpleName();
        return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
                ? new CallFault.NotSent(text)
                : new CallFault.NoAnswer(text);
    }

    private Either<CallFault, byte[]> requireOk(HttpResponse<byte[]> response) {
        Option<Duration> retryAfter =
                Option.ofOptional(response.headers().firstValue("retry-after")).flatMap(this::wait);
        int status = response.statusCode();
        if (status == TOO_MANY_REQUESTS || (status != OK && retryAfter.isDefined())) {
            Duration wait = retryAfter.getOrElse(DEFAULT_SLOWDOWN);
            slowUntil = clock.instant().plus(wait.compareTo(LONGEST_SLOWDOWN) > 0 ? LONGEST_SLOWDOWN : wait);
            return Either.left(new CallFault.RateLimited(name));
        }
        return status == OK
                ? Either.right(response.body())
                : Either.left(new CallFault.NoAnswer(name + " answered HTTP " + status));
    }

    /** Seconds, or a date (RFC 9110, section 10.2.3). */
    private Option<Duration> wait(String retryAfter) {
        return Try.of(() -> Duration.ofSeconds(Long.parseLong(retryAfter.strip())))
                .orElse(() -> Try.of(() -> Duration.between(
                        clock.instant(), ZonedDateTime.parse(retryAfter.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())))
                .toOption()
                .filter(wait -> !wait.isNegative());
    }

    /** What {@code reading} gives, or what is wrong with the answer. */
    <T> Either<CallFault, T> read(Supplier<T> reading) {
        try {
            return Either.right(reading.get());
        } catch (MalformedAnswerException e) {
            return Either.left(new CallFault.Malformed(name + ": " + e.getMessage()));
        } catch (StaleAnswerException e) {
            return Either.left(new CallFault.Behind(name + ": " + e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            // Whatever an answer makes the reader throw, the next node may answer better.
            return Either.left(new CallFault.Malformed(name + ": its answer cannot be read: " + ThrownFault.text(e)));
        }
    }
}
