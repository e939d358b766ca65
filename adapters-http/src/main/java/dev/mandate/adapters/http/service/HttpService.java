package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.access.ApiKey;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The whole service as a function from request to reply. Safe from any thread; answers everything, also what is no endpoint's.
 *
 * <p>In this order a request meets: whether the service still takes any (503), its path (404, 405), its API key (401), the key's rate
 * (429), the key's scope (403), and then its endpoint.
 */
public final class HttpService {

    private static final Pattern API_KEY = Pattern.compile(ApiKey.TOKEN_PREFIX + "[A-Za-z0-9_-]{8,}");
    private static final Pattern PERCENT = Pattern.compile("%[0-9A-Fa-f]{2}");

    private final Router router;
    private final KeyCheck keys;
    private final RateLimits rates;
    private final ServerClock clock;
    private final AccessLog log;
    private final Replies replies;
    private final Traffic traffic;

    /**
     * The service.
     *
     * @param endpoints what it answers
     */
    public HttpService(
            Seq<Endpoint> endpoints, ServiceSettings settings, KeyCheck keys, ServerClock clock, AccessLog log, Traffic traffic) {
        this.router = new Router(endpoints);
        this.keys = keys;
        this.rates = new RateLimits(settings);
        this.clock = clock;
        this.log = log;
        this.replies = new Replies();
        this.traffic = traffic;
    }

    /** How far a request came, for the log. */
    private record Handled(Reply reply, String route, Option<String> code, Option<Caller> caller) {}

    /** The reply to {@code request}. */
    public Reply answer(Request request) {
        long started = System.nanoTime();
        UnixTime now = clock.now();
        String requestId = RequestIds.of(request);
        Handled handled = traffic.enter() ? inside(request, requestId, now) : turnedAway(requestId, now);
        long micros = (System.nanoTime() - started) / 1_000;
        traffic.count(request.method(), handled.route(), handled.reply().status(), Duration.ofNanos(micros * 1_000));
        log.answered(new AccessLog.Line(
                now,
                requestId,
                shown(request.method(), 16),
                handled.route(),
                shown(request.path(), 256),
                handled.reply().status(),
                handled.code(),
                micros,
                handled.caller(),
                request.client()));
        return last(handled.reply());
    }

    /**
     * The reply where the server could not make a request of what came.
     *
     * @param status what the server makes of it
     * @param client the address of whoever sent it
     */
    public Reply unreadable(int status, String client) {
        UnixTime now = clock.now();
        ErrorCode code =
                switch (status) {
                    case 404 -> ErrorCode.UNKNOWN_PATH;
                    case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
                    case 408 -> ErrorCode.REQUEST_TIMEOUT;
                    case 413 -> ErrorCode.BODY_TOO_LARGE;
                    case 505 -> ErrorCode.HTTP_VERSION_NOT_SUPPORTED;
                    default -> status >= 500 ? ErrorCode.INTERNAL : ErrorCode.MALFORMED_REQUEST;
                };
        String requestId = RequestIds.fresh();
        Handled handled = refused(Failure.of(code, code.meaning()), "", Option.none(), requestId, now);
        traffic.count("", "", handled.reply().status(), Duration.ZERO);
        log.answered(new AccessLog.Line(
                now, requestId, "", "", "", handled.reply().status(), handled.code(), 0, Option.none(), client));
        return last(handled.reply());
    }

    /** A service that stops says with each answer that it takes no other request on the same connection. */
    private Reply last(Reply reply) {
        return traffic.flow() == Traffic.Flow.STOPPING ? reply.with("connection", "close") : reply;
    }

    private Handled turnedAway(String requestId, UnixTime now) {
        Failure failure = Failure.of(ErrorCode.SHUTTING_DOWN, "The service is stopping.").retryAfter(5);
        return refused(failure, "", Option.none(), requestId, now);
    }

    private Handled inside(Request request, String requestId, UnixTime now) {
        try {
            return routed(request, requestId, now);
        } finally {
            traffic.leave();
        }
    }

    private Handled routed(Request request, String requestId, UnixTime now) {
        return router.find(request.method(), request.path())
                .fold(
                        none -> {
                            Handled handled = refused(none.failure(), "", Option.none(), requestId, now);
                            return none.allowed().isEmpty()
                                    ? handled
                                    : new Handled(
                                            handled.reply().with("allow", none.allowed().mkString(", ")),
                                            handled.route(),
                                            handled.code(),
                                            handled.caller());
                        },
                        match -> matched(request, match, requestId, now));
    }

    private Handled matched(Request request, Router.Match match, String requestId, UnixTime now) {
        Endpoint endpoint = match.endpoint();
        String route = endpoint.path().text();
        Either<Failure, Option<Caller>> caller = endpoint.scope().isEmpty()
                ? Either.right(Option.none())
                : guarded(requestId, () -> keys.caller(request.headers()).map(Option::some));
        if (caller.isLeft()) {
            return refused(caller.getLeft(), route, Option.none(), requestId, now);
        }
        Option<Caller> known = caller.get();
        return guarded(requestId, () -> requireAdmission(known, endpoint))
                .flatMap(admitted -> Query.parse(request.query()))
                .map(query -> endpoint.dialect() == Dialect.GRID ? query.lenient() : query)
                .map(query -> new Call(request, match.path(), query, known, requestId, now))
                .flatMap(call -> guarded(requestId, () -> endpoint.handler().handle(call)))
                .fold(
                        failure -> refused(failure, route, known, requestId, now),
                        answer -> answered(answer, endpoint.dialect(), route, known, requestId, now));
    }

    /** Whoever is known has a request left, and a key that may make it. */
    private Either<Failure, Option<Caller>> requireAdmission(Option<Caller> known, Endpoint endpoint) {
        return known.isEmpty()
                ? Either.right(known)
                : rates.take(known.get())
                        .flatMap(caller -> caller.require(endpoint.scope().get()).mapLeft(HttpService::missing))
                        .map(Option::some);
    }

    private static Failure missing(Caller.ScopeMissing missing) {
        return Failure.of(
                        ErrorCode.SCOPE_MISSING,
                        "This call takes the scope " + missing.scope().word() + ", which the API key lacks.")
                .fact("scope", missing.scope().word());
    }

    private interface Step<T> {
        Either<Failure, T> take();
    }

    /** What no endpoint foresees is told in general words, and noted under the request's id. */
    private <T> Either<Failure, T> guarded(String requestId, Step<T> step) {
        try {
            return step.take();
        } catch (JournalUnavailableException silent) {
            log.failed(requestId, silent);
            return Either.left(
                    Failure.of(ErrorCode.STORE_UNAVAILABLE, "The service's store gives no answer.").retryAfter(2));
        } catch (RuntimeException | StackOverflowError fault) {
            log.failed(requestId, fault);
            return Either.left(Failure.of(ErrorCode.INTERNAL, "A fault of the service; the request id finds it in the log."));
        }
    }

    private Handled refused(Failure failure, String route, Option<Caller> caller, String requestId, UnixTime now) {
        return new Handled(
                replies.of(failure, requestId, now), route, Option.some(failure.code().word()), caller);
    }

    private Handled answered(
            Answer answer, Dialect dialect, String route, Option<Caller> caller, String requestId, UnixTime now) {
        return new Handled(replies.of(answer, dialect, requestId, now), route, Option.none(), caller);
    }

    /** As much of a text as the log may hold, without the API keys that a client puts there by mistake. */
    private static String shown(String text, int most) {
        String spelled = text.indexOf('%') < 0 ? text : withoutPercent(text);
        String kept = spelled.contains(ApiKey.TOKEN_PREFIX)
                ? API_KEY.matcher(spelled).replaceAll(ApiKey.TOKEN_PREFIX + "…")
                : text;
        return kept.length() <= most ? kept : kept.substring(0, most) + "…";
    }

    /** A key may be spelled with percent sequences as well. */
    private static String withoutPercent(String text) {
        return PERCENT.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        Character.toString((char) Integer.parseInt(found.group().substring(1), 16))));
    }
}
