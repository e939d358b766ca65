package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.ReplyStream;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.exchange.WireProfile;
import dev.mandate.domain.access.Caller;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.Remedy;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The whole service as a function from request to response. Thread-safe. It answers every request, also for unknown paths. It
 * throws only errors after which the JVM cannot continue, and faults of the clock or the log.
 *
 * <p>A request passes these checks in order: the service is not stopping (503), path and method (404, 405), API key (401), rate
 * of the key (429), scope of the key (403), length and type of the body (413, 415). All of them need the headers only, so
 * {@link #admit} judges a request whose body has not arrived. Then the endpoint runs.
 */
public final class HttpService {

    private final Router router;
    private final KeyCheck keys;
    private final RateLimits rates;
    private final ServerClock clock;
    private final AccessLog log;
    private final Replies replies;
    private final InFlightRequests requests;
    private final BrowserOrigins origins;

    /**
     * Creates the service.
     *
     * @param endpoints the endpoints to serve
     */
    public HttpService(
            Seq<Endpoint> endpoints, ServiceSettings settings, KeyCheck keys, ServerClock clock, AccessLog log, InFlightRequests requests) {
        this.router = new Router(endpoints);
        this.keys = keys;
        this.rates = new RateLimits(settings);
        this.clock = clock;
        this.log = log;
        this.replies = new Replies();
        this.requests = requests;
        this.origins = new BrowserOrigins(settings.corsOrigins());
    }

    /** A request with its id and the redactor for its secrets. */
    private record RequestContext(Request request, String id, UnixTime now, SecretRedactor discretion) {

        /** Returns the request as it is once its body has arrived. */
        RequestContext arrived(Body body, UnixTime at) {
            return new RequestContext(request.with(body), id, at, discretion);
        }
    }

    /** The result of a request, for the log. */
    private record Handled(Reply reply, String route, Option<Failure> refused, Option<Caller> caller) {

        Option<String> code() {
            return refused.map(failure -> failure.code().word());
        }

        /** What our side failed at; what a client did wrong is in its answer. */
        Option<String> why() {
            return refused.filter(failure -> reply.status() >= 500).map(Failure::message);
        }
    }

    /** Answers {@code request}, whose body has arrived. A fault of the service gives 500 and is logged with the request id. */
    public Reply answer(Request request) {
        return admit(request).fold(reply -> reply, admitted -> admitted.answer(request.body()));
    }

    /**
     * Judges a request before its body has arrived. What it refuses needs no body.
     *
     * @param request its body may be {@link Body.Awaited}
     * @return the admitted request, or the reply if nothing else is needed for it
     */
    public Either<Reply, AdmittedRequest> admit(Request request) {
        long started = System.nanoTime();
        UnixTime now = clock.now();
        String fresh = RequestIds.fresh();
        return guarded(fresh, () -> Either.right(visit(request, now)))
                .mapLeft(fault -> unnamed(refused(fault, "", Option.none(), fresh, now), fresh, now, request.client()))
                .flatMap(visit -> inside(visit, () -> judged(visit, started))
                        .mapLeft(handled -> logged(visit, handled, System.nanoTime() - started)));
    }

    private RequestContext visit(Request request, UnixTime now) {
        SecretRedactor discretion = keys.discretion(request.headers());
        return new RequestContext(request, RequestIds.of(request, discretion), now, discretion);
    }

    /** Counts and logs the result of a request. */
    private Reply logged(RequestContext visit, Handled handled, long nanos) {
        long micros = nanos / 1_000;
        note(visit.id(), visit.request().method(), handled, micros, () -> line(visit, handled, micros));
        return last(origins.shared(visit.request(), handled.reply()));
    }

    private static AccessLog.Line line(RequestContext visit, Handled handled, long micros) {
        Request request = visit.request();
        return new AccessLog.Line(
                visit.now(),
                visit.id(),
                shown(visit.discretion().text(request.method()), 16),
                handled.route(),
                shown(visit.discretion().path(request.path()), 256),
                handled.reply().status(),
                handled.code(),
                handled.why(),
                micros,
                handled.caller(),
                request.client());
    }

    /**
     * Answers bytes that the server could not read as a request.
     *
     * @param status the status that the server chose
     * @param client the address of the client
     */
    public Reply unreadable(int status, String client) {
        UnixTime now = clock.now();
        FailureCode code =
                switch (status) {
                    case 404 -> ServerCode.UNKNOWN_PATH;
                    case 405 -> ServerCode.METHOD_NOT_ALLOWED;
                    case 408 -> ServerCode.REQUEST_TIMEOUT;
                    case 413 -> ServerCode.BODY_TOO_LARGE;
                    case 505 -> ServerCode.HTTP_VERSION_NOT_SUPPORTED;
                    default -> status >= 500 ? ServerCode.INTERNAL : ServerCode.MALFORMED_REQUEST;
                };
        String requestId = RequestIds.fresh();
        Handled handled = refused(Failure.of(code, code.meaning()), "", Option.none(), requestId, now);
        return unnamed(handled, requestId, now, client);
    }

    /**
     * Answers a request after a fault outside {@link #answer}, or an error that {@link #answer} threw.
     *
     * @param client the address of the client
     */
    public Reply failed(Throwable fault, String client) {
        UnixTime now = clock.now();
        String requestId = RequestIds.fresh();
        log.failed(requestId, fault);
        return unnamed(refused(internal(), "", Option.none(), requestId, now), requestId, now, client);
    }

    /** Logs a response to a request without a known path. */
    private Reply unnamed(Handled handled, String requestId, UnixTime now, String client) {
        note(
                requestId,
                "",
                handled,
                0,
                () -> new AccessLog.Line(
                        now, requestId, "", "", "", handled.reply().status(), handled.code(), handled.why(), 0, Option.none(), client));
        return last(handled.reply());
    }

    /** Counts and logs a response. The response is sent even if this fails. */
    private void note(String requestId, String method, Handled handled, long micros, Supplier<AccessLog.Line> line) {
        try {
            requests.count(method, handled.route(), handled.reply().status(), Duration.ofNanos(micros * 1_000));
            log.answered(line.get());
        } catch (Throwable fault) {
            log.failed(requestId, survived(fault));
        }
    }

    /** A stopping service announces with each response that it closes the connection. */
    private Reply last(Reply reply) {
        return requests.flow() == InFlightRequests.Flow.STOPPING ? reply.with("connection", "close") : reply;
    }

    private Handled turnedAway(RequestContext visit) {
        Failure failure = Failure.of(ServerCode.SHUTTING_DOWN, "The service is stopping.").retryAfter(5);
        return refused(failure, "", Option.none(), visit.id(), visit.now());
    }

    private <T> Either<Handled, T> inside(RequestContext visit, Supplier<Either<Handled, T>> work) {
        if (!requests.enter()) {
            return Either.left(turnedAway(visit));
        }
        try {
            return this.<Either<Handled, T>>guarded(visit.id(), () -> Either.right(work.get()))
                    .getOrElseGet(fault -> Either.left(refused(fault, "", Option.none(), visit.id(), visit.now())));
        } finally {
            requests.leave();
        }
    }

    /** Judges what the headers tell. */
    private Either<Handled, AdmittedRequest> judged(RequestContext visit, long started) {
        return router.find(visit.request().method(), visit.request().path())
                .mapLeft(none -> none.allowed().isEmpty()
                        ? refused(visit, none.failure(), "", Option.none())
                        : otherMethod(visit, none))
                .flatMap(match -> permitted(visit, match.endpoint(), rates::take)
                        .map(caller -> new Admitted(this, visit, match, caller, System.nanoTime() - started)));
    }

    /** Handles another method of a known path: a browser's preflight, or 405. */
    private Handled otherMethod(RequestContext visit, Router.NoMatch none) {
        Option<Reply> preflight = origins.preflight(visit.request(), none.allowed());
        if (preflight.isDefined()) {
            return new Handled(preflight.get().with("x-request-id", visit.id()), "", Option.none(), Option.none());
        }
        Handled refused = refused(visit, none.failure(), "", Option.none());
        return new Handled(
                refused.reply().with("allow", none.allowed().mkString(", ")), "", refused.refused(), Option.none());
    }

    /** Requires a key with the endpoint's scope, and a body that the endpoint reads. */
    private Either<Handled, Option<Caller>> permitted(
            RequestContext visit, Endpoint endpoint, Function<Caller, Either<Failure, Caller>> rate) {
        String route = endpoint.path().text();
        Either<Failure, Option<Caller>> caller = endpoint.scope().isEmpty()
                ? Either.right(Option.none())
                : guarded(visit.id(), () -> keys.caller(visit.request().headers()).map(Option::some));
        if (caller.isLeft()) {
            return Either.left(refused(visit, caller.getLeft(), route, Option.none()));
        }
        Option<Caller> known = caller.get();
        return guarded(visit.id(), () -> requireAdmission(known, endpoint, rate)
                        .flatMap(admitted -> endpoint.content().require(visit.request())))
                .bimap(failure -> refused(visit, failure, route, known), request -> known);
    }

    /** Requires that the caller's key has a request left and the necessary scope. */
    private static Either<Failure, Option<Caller>> requireAdmission(
            Option<Caller> known, Endpoint endpoint, Function<Caller, Either<Failure, Caller>> rate) {
        return known.isEmpty()
                ? Either.right(known)
                : rate.apply(known.get())
                        .flatMap(caller -> caller.require(endpoint.scope().get()).mapLeft(HttpService::denied))
                        .map(Option::some);
    }

    /**
     * A request that passed the judgment of its headers.
     *
     * @param nanos the time that the judgment took. The time in which the body arrives is not the service's
     */
    private record Admitted(HttpService service, RequestContext head, Router.Match match, Option<Caller> caller, long nanos)
            implements AdmittedRequest {

        @Override
        public Endpoint endpoint() {
            return match.endpoint();
        }

        @Override
        public Reply answer(Body body) {
            return service.answer(this, body);
        }

        @Override
        public Reply overloaded(Duration waited) {
            Failure failure = Failure.of(
                            ServerCode.OVERLOADED,
                            "The service is busy with earlier requests, and this one waited for %s seconds. Nothing was done for it."
                                    .formatted(waited.toSeconds()))
                    .retryAfter(2);
            return service.logged(
                    head, service.refused(head, failure, endpoint().path().text(), caller), nanos + waited.toNanos());
        }

        private boolean isAwaited() {
            return head.request().body() instanceof Body.Awaited && endpoint().content() != Content.NONE;
        }
    }

    private Reply answer(Admitted admitted, Body body) {
        long started = System.nanoTime();
        RequestContext visit = admitted.isAwaited() ? admitted.head().arrived(body, clock.now()) : admitted.head();
        Handled handled = inside(visit, () -> permittedStill(visit, admitted).map(caller -> served(visit, admitted.match(), caller)))
                .getOrElseGet(refused -> refused);
        return logged(visit, handled, admitted.nanos() + System.nanoTime() - started);
    }

    /** While the body arrived the key may have been revoked, and headers do not tell everything of a body. */
    private Either<Handled, Option<Caller>> permittedStill(RequestContext visit, Admitted admitted) {
        return admitted.isAwaited()
                ? permitted(visit, admitted.endpoint(), Either::right)
                : Either.right(admitted.caller());
    }

    private Handled served(RequestContext visit, Router.Match match, Option<Caller> caller) {
        Request request = visit.request();
        Endpoint endpoint = match.endpoint();
        String route = endpoint.path().text();
        return guarded(visit.id(), () -> Query.parse(request.query(), endpoint.profile().unknown())
                        .map(query -> new Call(
                                request,
                                match.path(),
                                query,
                                endpoint.content().parse(request.body()),
                                caller,
                                visit.id(),
                                visit.now(),
                                endpoint.profile()))
                        .flatMap(call -> endpoint.handler().handle(call))
                        .map(answer -> answered(visit, answer, endpoint.profile(), route, caller)))
                .getOrElseGet(failure -> refused(visit, failure, route, caller));
    }

    private static Failure denied(Caller.Denial denial) {
        return switch (denial) {
            case Caller.ScopeMissing(Scope scope, var held) -> Failure.of(
                            ServerCode.SCOPE_MISSING, "This call takes the scope " + scope.word() + ", which the API key lacks.")
                    .fact("scope", scope.word());
            case Caller.TenantSuspended suspended -> TenantFailures.suspended();
        };
    }

    private interface Step<T> {
        Either<Failure, T> take();
    }

    /** Catches unexpected faults. The response describes them in general words; the log has the details under the request id. */
    private <T> Either<Failure, T> guarded(String requestId, Step<T> step) {
        try {
            return step.take();
        } catch (JournalUnavailableException silent) {
            log.failed(requestId, silent);
            return Either.left(unavailable(silent));
        } catch (Throwable fault) {
            log.failed(requestId, survived(fault));
            return Either.left(internal());
        }
    }

    /** Only a request without any effect may ask the client to repeat it. Otherwise the client would create a second account or payment. */
    private static Failure unavailable(JournalUnavailableException silent) {
        if (silent instanceof JournalDamagedException) {
            return Failure.of(
                    ServerCode.JOURNAL_DAMAGED,
                    "The service's journal contradicts itself, and nothing was done. The operator finds the place in the log, by the request id.");
        }
        return switch (silent.effect()) {
            case NONE -> Failure.of(ServerCode.STORE_UNAVAILABLE, "The service's store gives no answer.").retryAfter(2);
            case UNKNOWN ->
                Failure.of(
                        ServerCode.EFFECT_UNKNOWN,
                        "The service's store failed while it wrote: whether this request took effect is not known."
                                + " To find out, repeat it with the same idempotency key; without one, list the accounts"
                                + " or look for the transaction before you ask for another.")
                        .remedy(new Remedy.RepeatSame(Option.none()));
        };
    }

    private static Failure internal() {
        return Failure.of(ServerCode.INTERNAL, "A fault of the service; the request id finds it in the log.");
    }

    /** Returns a fault that the service survives. Throws one after which the JVM cannot continue, such as lack of memory. */
    private static Throwable survived(Throwable fault) {
        if (fault instanceof VirtualMachineError broken && !(fault instanceof StackOverflowError)) {
            throw broken;
        }
        return fault;
    }

    private Handled refused(RequestContext visit, Failure failure, String route, Option<Caller> caller) {
        return refused(visit.discretion().failure(failure), route, caller, visit.id(), visit.now());
    }

    private Handled refused(Failure failure, String route, Option<Caller> caller, String requestId, UnixTime now) {
        return new Handled(
                replies.of(failure, requestId, now), route, Option.some(failure), caller);
    }

    private Handled answered(RequestContext visit, Answer answer, WireProfile profile, String route, Option<Caller> caller) {
        Answer logged = visit.discretion().answer(answer);
        Reply reply = replies.of(logged, profile, visit.id(), visit.now());
        return new Handled(
                reply.rest().map(stream -> reply.streaming(guarded(visit, stream))).getOrElse(reply), route, Option.none(), caller);
    }

    private GuardedStream guarded(RequestContext visit, ReplyStream stream) {
        return new GuardedStream(
                stream,
                () -> requests.flow() == InFlightRequests.Flow.OPEN && keys.caller(visit.request().headers()).isRight()
                        ? GuardedStream.Admission.ADMITTED
                        : GuardedStream.Admission.ENDED,
                fault -> log.failed(visit.id(), fault));
    }

    /** Cuts a text to the length that a log line allows. */
    private static String shown(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
