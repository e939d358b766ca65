package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Network;
import dev.mandate.ports.fault.ThrownFault;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
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
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
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
    private static final int FIRST_REFUSAL = 300;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_SERVER_FAULT = 500;
    private static final Duration DEFAULT_SLOWDOWN = Duration.ofSeconds(1);
    private static final Duration LONGEST_SLOWDOWN = Duration.ofSeconds(60);
    /** A node that let a request wait for the whole timeout gets this part of it for the next ones, until it answers one. */
    private static final int HANGING_PART = 10;

    private static final Duration GENESIS_CHECK_AGAIN = Duration.ofSeconds(60);
    /** So many calls are made at once where a node refuses batches. */
    private static final int AT_ONCE = 4;

    private final HttpClient http;
    private final URI url;
    private final String name;
    private final Network network;
    private final Duration timeout;
    private final Clock clock;
    private final Duration openFor;
    private final CircuitBreaker breaker;
    private final BatchRefusals batches;
    private final NodeWords words;
    private final NodeListener listener;
    private final AtomicLong ids = new AtomicLong(1);
    private volatile boolean hangs;
    private volatile Instant slowUntil = Instant.MIN;
    private volatile Instant leftAloneUntil = Instant.MIN;
    private volatile Option<GenesisCheck> genesis = Option.none();

    private record GenesisCheck(GenesisHash.Verdict verdict, Instant at) {}

    RpcNode(HttpClient http, URI url, RpcSettings settings, NodeListener listener) {
        this.http = http;
        this.url = url;
        this.name = name(url);
        this.network = settings.network();
        this.timeout = settings.timeout();
        this.clock = settings.clock();
        this.openFor = settings.openFor();
        this.batches = new BatchRefusals(settings.clock());
        this.words = new NodeWords(url);
        this.listener = listener;
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

    /**
     * Makes one request of all {@code calls}; gives the result of each. Where the node does not take that many calls in one request, it makes one for
     * each call.
     */
    Either<CallFault, Array<JsonNode>> call(Array<RpcCall> calls) {
        return requireNetwork().flatMap(checked -> calls.size() == 1 || batches.way(calls.size()) == BatchRefusals.Way.ONE_BY_ONE
                ? oneByOne(calls)
                : together(calls));
    }

    /** Makes one request of all {@code calls}, whether the node takes so many or not. */
    Either<CallFault, Array<JsonNode>> batch(Array<RpcCall> calls) {
        return requireNetwork().flatMap(checked -> exchange(calls)).flatMap(RpcNode::all);
    }

    private Either<CallFault, Array<JsonNode>> together(Array<RpcCall> calls) {
        Either<CallFault, Array<Either<CallFault, JsonNode>>> batch = exchange(calls);
        boolean maybeRefused = batch.fold(
                RpcNode::mayMeanBatches, results -> results.forAll(result -> result.isLeft() && mayMeanBatches(result.getLeft())));
        if (!maybeRefused || !batches.mayBeAtFault()) {
            return batch.flatMap(RpcNode::all);
        }
        if (batch.fold(CallFault.RateLimited.class::isInstance, results -> false)) {
            batches.refused(calls.size(), BatchRefusals.SUSPECTED);
        }
        // A node that answers none of them alone either has another fault.
        return exchange(calls.take(1))
                .flatMap(RpcNode::all)
                .flatMap(one -> oneByOne(calls))
                .peek(results -> batches.refused(calls.size(), BatchRefusals.SEEN))
                .peekLeft(fault -> batches.notAtFault());
    }

    /** Several at once, so that their answers are of one slot if possible. */
    private Either<CallFault, Array<JsonNode>> oneByOne(Array<RpcCall> calls) {
        if (calls.size() == 1) {
            return exchange(calls).flatMap(RpcNode::all);
        }
        Either<CallFault, Array<JsonNode>> results = Either.right(Array.empty());
        for (Seq<RpcCall> some : calls.grouped(AT_ONCE)) {
            results = results.flatMap(before -> all(some.toArray()
                            .map(call -> new BegunRead<>(() -> exchange(Array.of(call)).flatMap(RpcNode::all)))
                            .map(BegunRead::get))
                    .map(found -> before.appendAll(found.map(Array::head))));
        }
        return results;
    }

    private static <T> Either<CallFault, Array<T>> all(Array<Either<CallFault, T>> results) {
        return Either.sequenceRight(results).map(Seq::toArray);
    }

    /** Whether the node may answer the same calls one by one. */
    private static boolean mayMeanBatches(CallFault fault) {
        return switch (fault) {
            case CallFault.NoAnswer noAnswer -> true;
            case CallFault.RateLimited limited -> true;
            case CallFault.Busy busy -> true;
            case CallFault.Refused refused -> true;
            case CallFault.Malformed malformed -> true;
            case CallFault.NotSent notSent -> false;
            case CallFault.Paused paused -> false;
            case CallFault.Behind behind -> false;
            case CallFault.WrongNetwork wrong -> false;
        };
    }

    /** Finds out, if that is not known, whether the node is of the network. */
    Either<CallFault, GenesisHash.Verdict> requireNetwork() {
        Instant now = clock.instant();
        return genesis.filter(check -> check.verdict() == GenesisHash.Verdict.MAY_SERVE || now.isBefore(check.at().plus(GENESIS_CHECK_AGAIN)))
                .<Either<CallFault, GenesisHash.Verdict>>map(check -> Either.right(check.verdict()))
                .getOrElse(() -> askNetwork(now))
                .filterOrElse(
                        GenesisHash.Verdict.MAY_SERVE::equals,
                        other -> new CallFault.WrongNetwork(name + " has the genesis hash of another network than " + network));
    }

    private Either<CallFault, GenesisHash.Verdict> askNetwork(Instant now) {
        Array<RpcCall> calls = Array.of(new RpcCall("getGenesisHash", JsonRpc.array()));
        return exchange(calls)
                .flatMap(RpcNode::all)
                .flatMap(results -> read(calls, () -> GenesisHash.check(network, AnswerShape.of(results.head(), "getGenesisHash").text())))
                .peek(verdict -> {
                    genesis = Option.some(new GenesisCheck(verdict, now));
                    if (verdict == GenesisHash.Verdict.OF_ANOTHER_NETWORK) {
                        tell("getGenesisHash", "wrong_network", "it is of another network than " + network);
                    }
                });
    }

    private Either<CallFault, Array<Either<CallFault, JsonNode>>> exchange(Array<RpcCall> calls) {
        if (clock.instant().isBefore(slowUntil)) {
            return Either.left(new CallFault.Paused(name));
        }
        if (!breaker.tryAcquirePermission()) {
            return Either.left(new CallFault.NotSent(name + " failed too often, and is left alone for a while"));
        }
        long began = breaker.getCurrentTimestamp();
        Either<CallFault, Array<Either<CallFault, JsonNode>>> answer = once(calls);
        long took = breaker.getCurrentTimestamp() - began;
        answer.forEach(results -> listener.answered(name, asked(calls), Duration.of(took, breaker.getTimestampUnit().toChronoUnit())));
        Option<CallFault> outage = answer.fold(Array::of, results -> results.flatMap(result -> result.swap().toArray()))
                .find(RpcNode::isOutage);
        if (outage.isDefined()) {
            breaker.onError(took, breaker.getTimestampUnit(), new IOException(outage.get().text()));
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

    private Either<CallFault, Array<Either<CallFault, JsonNode>>> once(Array<RpcCall> calls) {
        long firstId = ids.getAndAdd(calls.size());
        Duration patience = hangs ? timeout.dividedBy(HANGING_PART) : timeout;
        String asked = asked(calls);
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JsonRpc.request(calls, firstId)))
                .build();
        // The JDK completes what is sent with sendAsync in the common pool, whose threads may all be waiting for answers of this engine.
        FutureTask<HttpResponse<byte[]>> sent = new FutureTask<>(() -> http.send(request, info -> new LimitedBody(MAX_ANSWER_BYTES)));
        var unused = Thread.ofVirtual().name("rpc-call").start(sent);
        return answer(sent, patience, asked)
                .flatMap(response -> requireOk(response, asked))
                .flatMap(body -> read(calls, () -> JsonRpc.results(body, calls, firstId, asked)))
                .flatMap(answered -> answered.bimap(this::fault, results -> results.map(result -> result.mapLeft(this::fault))));
    }

    private static String asked(Array<RpcCall> calls) {
        return calls.map(RpcCall::method).distinct().mkString("+");
    }

    /** The request's own timeout ends with the headers; this one with the body. */
    private Either<CallFault, HttpResponse<byte[]>> answer(
            Future<HttpResponse<byte[]>> sent, Duration patience, String asked) {
        try {
            HttpResponse<byte[]> answer = sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            hangs = false;
            return Either.right(answer);
        } catch (ExecutionException e) {
            return Either.left(fault(e.getCause() == null ? e : e.getCause(), asked));
        } catch (TimeoutException e) {
            sent.cancel(true);
            hangs = true;
            tell(asked, "timeout", "no answer within " + patience.toMillis() + " ms");
            return Either.left(new CallFault.NoAnswer(name + " did not answer in time"));
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            return Either.left(new CallFault.NoAnswer("interrupted while " + name + " was asked"));
        }
    }

    /** An exception's own message may hold the URL: its class says enough. */
    private CallFault fault(Throwable cause, String asked) {
        tell(asked, cause.getClass().getSimpleName(), "");
        String text = name + ": " + cause.getClass().getSimpleName();
        return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
                ? new CallFault.NotSent(text)
                : new CallFault.NoAnswer(text);
    }

    private CallFault fault(ErrorAnswer answer) {
        if (answer.expectedError() == 0 || answer.code() != answer.expectedError()) {
            tell(answer.method(), Integer.toString(answer.code()), words.in(answer.message()));
        }
        return NodeErrors.fault(name, answer);
    }

    private void tell(String method, String code, String said) {
        listener.failed(new NodeFailure(name, method, code, said));
    }

    private Either<CallFault, byte[]> requireOk(HttpResponse<byte[]> response, String asked) {
        int status = response.statusCode();
        if (status == OK) {
            return Either.right(response.body());
        }
        Option<Duration> retryAfter =
                Option.ofOptional(response.headers().firstValue("retry-after")).flatMap(this::wait);
        Option<ErrorAnswer> error = JsonRpc.error(response.body(), asked);
        tell(asked, "HTTP " + status + error.map(given -> " " + given.code()).getOrElse(""), words.in(
                error.map(ErrorAnswer::message).getOrElse(() -> new String(response.body(), StandardCharsets.UTF_8))));
        if (status == TOO_MANY_REQUESTS || retryAfter.isDefined()) {
            Duration wait = retryAfter.getOrElse(DEFAULT_SLOWDOWN);
            slowUntil = clock.instant().plus(wait.compareTo(LONGEST_SLOWDOWN) > 0 ? LONGEST_SLOWDOWN : wait);
            return Either.left(new CallFault.RateLimited(name));
        }
        String text = name + " answered HTTP " + status;
        return Either.left(error.map(given -> NodeErrors.fault(name, given))
                .getOrElse(() -> isRefusal(status) ? new CallFault.Refused(text, 0) : new CallFault.NoAnswer(text)));
    }

    /** A gateway before the node may refuse single methods so. */
    private static boolean isRefusal(int status) {
        return status >= FIRST_REFUSAL && status < FIRST_SERVER_FAULT && status != REQUEST_TIMEOUT;
    }

    /** Seconds, or a date (RFC 9110, section 10.2.3). */
    private Option<Duration> wait(String retryAfter) {
        return Try.of(() -> Duration.ofSeconds(Long.parseLong(retryAfter.strip())))
                .orElse(() -> Try.of(() -> Duration.between(
                        clock.instant(), ZonedDateTime.parse(retryAfter.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant())))
                .toOption()
                .filter(wait -> !wait.isNegative());
    }

    /** What {@code reading} gives, or what is wrong with the answer to {@code calls}. */
    <T> Either<CallFault, T> read(Array<RpcCall> calls, Supplier<T> reading) {
        try {
            return Either.right(reading.get());
        } catch (MalformedAnswerException e) {
            tell(asked(calls), "malformed", String.valueOf(e.getMessage()));
            return Either.left(new CallFault.Malformed(name + ": " + e.getMessage()));
        } catch (StaleAnswerException e) {
            tell(asked(calls), "behind", String.valueOf(e.getMessage()));
            return Either.left(new CallFault.Behind(name + ": " + e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            // Whatever an answer makes the reader throw, the next node may answer better.
            String thrown = ThrownFault.text(e);
            tell(asked(calls), "malformed", "cannot be read: " + thrown);
            return Either.left(new CallFault.Malformed(name + ": its answer cannot be read: " + thrown));
        }
    }
}
