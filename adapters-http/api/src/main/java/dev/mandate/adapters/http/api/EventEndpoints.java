package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.EventObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.NetworkChoice;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.events.EventServices;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.api.events.EventsGone;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.refusal.Remedy;
import dev.mandate.ports.api.tenant.TenantServices;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import tools.jackson.databind.node.ObjectNode;

/** What happens to a tenant's accounts and authorities: as pages, and as a stream. Without a network header they are of all networks. */
final class EventEndpoints {

    private static final String LAST_EVENT_ID = "last-event-id";

    private final TenantServices services;
    private final EventServices events;
    private final ConcurrentMap<Tenant, OpenStreams> streams = new ConcurrentHashMap<>();

    EventEndpoints(TenantServices services, EventServices events) {
        this.services = services;
        this.events = events;
    }

    Array<Endpoint> all() {
        return Array.of(
                Endpoint.of(Method.GET, "/api/v1/events", Scope.READ, this::page),
                Endpoint.of(Method.GET, "/api/v1/events/stream", Scope.READ, this::stream));
    }

    private Either<Failure, Answer> page(Call call) {
        int limit = Paging.limit(call.query());
        return asked(call, position(call.query()), limit).flatMap(query -> events.events(tenant(call))
                .page(query)
                .bimap(EventEndpoints::gone, page -> Answer.ok(answer(tenant(call), page)).ignoring(call.query().ignored())));
    }

    private ObjectNode answer(Tenant tenant, EventPage page) {
        ObjectNode answer = Json.object().set("items", Json.array(page.events().map(event -> written(tenant, event))));
        return answer.put("next_cursor", page.hasMore() ? Long.toString(page.position()) : null).put("position", page.position());
    }

    private Either<Failure, Answer> stream(Call call) {
        Option<Long> first = call.request().headers().first(LAST_EVENT_ID).flatMap(EventEndpoints::number).orElse(() -> position(call.query()));
        Tenant tenant = tenant(call);
        return asked(call, first, EventQuery.MAX_LIMIT)
                // Who has seen nothing begins with the oldest event that is kept.
                .flatMap(query -> events.events(tenant).page(query).fold(
                        gone -> first.isDefined() ? Either.left(gone(gone)) : Either.right(query.after(gone.oldest())),
                        page -> Either.<Failure, EventQuery>right(query)))
                .flatMap(query -> opened(tenant, query));
    }

    private Either<Failure, Answer> opened(Tenant tenant, EventQuery query) {
        return place(tenant)
                .<Either<Failure, Answer>>map(place -> Either.right(new Answer.Plain(Reply.text(200, "text/event-stream", "")
                        .with("cache-control", "no-store")
                        .with("x-accel-buffering", "no")
                        .streaming(new EventStream(
                                events.events(tenant), query, event -> written(tenant, event), place, System::nanoTime)))))
                .getOrElse(() -> Either.left(Failure.of(
                                ErrorCode.RATE_LIMITED, "%s streams of events are open, and no more are possible.".formatted(OpenStreams.MOST))
                        .retryAfter(30)));
    }

    private Option<OpenStreams.Place> place(Tenant tenant) {
        try {
            return streams.computeIfAbsent(tenant, of -> new OpenStreams()).take();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Option.none();
        }
    }

    private ObjectNode written(Tenant tenant, CustodyEvent event) {
        return EventObjects.event(
                event, network -> number -> network.flatMap(on -> services.service(on, tenant)).flatMap(service -> service.programErrorName(number)));
    }

    private static Tenant tenant(Call call) {
        return call.caller().getOrElseThrow(() -> new IllegalStateException("events are read with a key")).tenant();
    }

    /** What the call selects, unless it has problems. */
    private static Either<Failure, EventQuery> asked(Call call, Option<Long> after, int limit) {
        Query query = call.query();
        HashSet<EventType> types = HashSet.ofAll(query.texts("type").flatMap(pattern -> types(query, pattern)));
        Option<Address> account = query.text("smart_account_address").flatMap(text -> Address.parse(text)
                .peekLeft(no -> query.reject("smart_account_address", ServerCode.BAD_ADDRESS, "smart_account_address must be an address, base58 of 32 bytes."))
                .toOption());
        Either<Array<Problem>, Option<Network>> network = NetworkChoice.stated(call.request().headers());
        Array<Problem> problems = network.swap().getOrElse(Array::empty).appendAll(query.problems());
        Array<Problem> ofShape = problems.filter(problem -> Status.of(problem.code()) == 400);
        return problems.isEmpty()
                ? Either.right(new EventQuery(after.getOrElse(0L), limit, types, account, network.get()))
                : Either.left(Failure.of(ofShape.isEmpty() ? problems : ofShape));
    }

    /** The types that a parameter names: one, or all of a kind as in {@code submission.*}. */
    private static Array<EventType> types(Query query, String pattern) {
        Array<EventType> named = Array.of(EventType.values())
                .filter(type -> pattern.endsWith(".*")
                        ? type.word().startsWith(pattern.substring(0, pattern.length() - 1))
                        : type.word().equals(pattern));
        if (named.isEmpty()) {
            query.reject("type", "type must be a type of event, or the beginning of one with .* behind.");
        }
        return named;
    }

    private static Option<Long> position(Query query) {
        return query.text("after").flatMap(text -> number(text).onEmpty(() -> query.reject("after", "after must be the position of an event, or 0.")));
    }

    private static Option<Long> number(String text) {
        return Option.when(text.matches("[0-9]{1,18}"), () -> Long.parseLong(text));
    }

    static Failure gone(EventsGone gone) {
        return Failure.of(
                        ServerCode.EVENTS_GONE,
                        "Events up to position %s are not kept any more. What follows is there: go on after %s, and read the objects that you keep again."
                                .formatted(gone.oldest(), gone.oldest()))
                .fact("oldest", gone.oldest())
                .remedy(Remedy.RepeatWith.of(new Remedy.Form.AfterPosition(gone.oldest())));
    }
}
