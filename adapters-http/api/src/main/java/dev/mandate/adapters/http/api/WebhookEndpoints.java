package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.RequestLimits;
import dev.mandate.adapters.http.codec.WebhookObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.JsonSchema;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.adapters.http.service.NetworkChoice;
import dev.mandate.domain.access.Scope;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.webhook.EventPattern;
import dev.mandate.ports.api.webhook.Webhook;
import dev.mandate.ports.api.webhook.WebhookDelivery;
import dev.mandate.ports.api.webhook.WebhookId;
import dev.mandate.ports.api.webhook.WebhookRefusal;
import dev.mandate.ports.api.webhook.WebhookServices;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.api.webhook.Webhooks;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Where a tenant's events are sent. A webhook gets the events of all networks. */
final class WebhookEndpoints {

    private static final String ALL = "/api/v1/webhooks";
    private static final String ONE = ALL + "/{id}";

    private static final Shape<WebhookUrl> URL = Shapes.TEXT.then((field, text) -> WebhookUrl.parse(text)
                    .mapLeft(unfit -> switch (unfit) {
                        case TOO_LONG -> new Problem(field, ErrorCode.TOO_LONG, field + " must have at most " + WebhookUrl.MAX_LENGTH + " characters.");
                        case NO_URL -> new Problem(field, ServerCode.NOT_AN_OPTION, field + " must be an absolute URL in ASCII, with a host.");
                        case SCHEME -> new Problem(field, ServerCode.NOT_AN_OPTION, field + " must start with https://.");
                        case USER_OR_FRAGMENT ->
                            new Problem(field, ServerCode.NOT_AN_OPTION, field + " must have no user, password or fragment.");
                    }))
            .described(text -> text.with("format", "uri").with("maxLength", WebhookUrl.MAX_LENGTH).named("WebhookUrl"));

    private static final Shape<Array<EventPattern>> TYPES = Shapes.list(
                    Shapes.TEXT.then((field, text) -> EventPattern.parse(text)
                            .toEither(() -> new Problem(
                                    field, ServerCode.NOT_AN_OPTION, field + " must be a type of event, or the beginning of one with * behind."))),
                    Webhook.Terms.MAX_TYPES)
            .named("WebhookTypes");

    private static final Shape<String> DESCRIPTION = Shapes.TEXT.then((field, text) -> text.length() <= Webhook.Terms.MAX_DESCRIPTION
                    ? Either.right(text)
                    : Either.left(new Problem(
                            field, ErrorCode.TOO_LONG, field + " must have at most " + Webhook.Terms.MAX_DESCRIPTION + " characters.")))
            .described(text -> text.with("maxLength", Webhook.Terms.MAX_DESCRIPTION).named("WebhookDescription"));

    private static final Shape<Boolean> ENABLED = Shapes.described(
            JsonSchema.of("boolean").named("WebhookEnabled"),
            (spot, value) -> value.isBoolean()
                    ? Either.right(value.booleanValue())
                    : Either.left(Array.of(new Problem(spot.path(), ServerCode.WRONG_TYPE, spot + " must be true or false."))));

    private final WebhookServices services;

    WebhookEndpoints(WebhookServices services) {
        this.services = services;
    }

    Array<Endpoint> all() {
        return Array.of(
                Endpoint.of(Method.POST, ALL, Scope.ADMIN, this::create),
                Endpoint.of(Method.GET, ALL, Scope.ADMIN, this::list),
                Endpoint.of(Method.GET, ONE, Scope.ADMIN, call -> of(call, (webhooks, id) -> webhooks.find(id)
                        .map(WebhookObjects::webhook)
                        .toEither(WebhookRefusal.Unknown::new))),
                Endpoint.of(Method.PATCH, ONE, Scope.ADMIN, this::change),
                Endpoint.of(Method.DELETE, ONE, Scope.ADMIN, call -> of(call, (webhooks, id) -> webhooks.remove(id)
                                .map(removed -> Json.object().put("webhook_id", id.text()).put("status", "removed"))))
                        .reading(Content.NONE),
                Endpoint.of(Method.POST, ONE + "/rotate-secret", Scope.ADMIN, call -> of(call, (webhooks, id) -> webhooks.rotateSecret(id)
                                .map(WebhookEndpoints::told)))
                        .reading(Content.NONE),
                Endpoint.of(Method.POST, ONE + "/test", Scope.ADMIN, call -> of(call, (webhooks, id) -> webhooks.test(id)
                                .map(WebhookObjects::attempt)))
                        .reading(Content.NONE),
                Endpoint.of(Method.POST, ONE + "/replay", Scope.ADMIN, this::replay),
                Endpoint.of(Method.GET, ONE + "/deliveries", Scope.ADMIN, this::deliveries));
    }

    private Either<Failure, Webhooks> webhooks(Call call) {
        return services.webhooks(call.caller().getOrElseThrow(() -> new IllegalStateException("webhooks take a key")).tenant())
                .toEither(() -> Failure.of(ErrorCode.NOT_OFFERED, "This server sends no webhooks."));
    }

    private static ObjectReader body(Call call) {
        return ObjectReader.of(call.body().getOrElse(Json::object), call.profile().unknown(), call.profile().words());
    }

    /** The answer of a call that has no fields. */
    private Either<Failure, Answer> of(Call call, BiFunction<Webhooks, WebhookId, Either<WebhookRefusal, ObjectNode>> work) {
        return checked(call)
                .flatMap(this::webhooks)
                .flatMap(webhooks -> id(call).flatMap(id -> work.apply(webhooks, id).mapLeft(WebhookEndpoints::refused)))
                .map(Answer::ok);
    }

    private static Either<Failure, WebhookId> id(Call call) {
        String text = call.variable("id");
        return WebhookId.isId(text) ? Either.right(new WebhookId(text)) : Either.left(refused(new WebhookRefusal.Unknown()));
    }

    private Either<Failure, Answer> create(Call call) {
        ObjectReader in = body(call);
        Option<WebhookUrl> url = in.required("url", URL);
        Option<Array<EventPattern>> types = in.optional("types", TYPES);
        Option<String> description = in.optional("description", DESCRIPTION);
        return read(call, in, () -> new Webhook.Terms(url.get(), types.getOrElse(Array.empty()), description))
                .flatMap(terms -> webhooks(call).flatMap(webhooks -> webhooks.create(terms).mapLeft(WebhookEndpoints::refused)))
                .map(made -> Answer.of(201, told(made)));
    }

    private Either<Failure, Answer> change(Call call) {
        ObjectReader in = body(call);
        Option<WebhookUrl> url = in.optional("url", URL);
        Option<Array<EventPattern>> types = in.optional("types", TYPES);
        Option<String> description = in.optional("description", DESCRIPTION);
        Option<Boolean> enabled = in.optional("enabled", ENABLED);
        return read(call, in, () -> in)
                .flatMap(fine -> webhooks(call))
                .flatMap(webhooks -> id(call).flatMap(id -> webhooks.find(id)
                        .<WebhookRefusal>toEither(WebhookRefusal.Unknown::new)
                        .flatMap(before -> webhooks.change(
                                id,
                                new Webhook.Terms(
                                        url.getOrElse(before.terms().url()),
                                        types.getOrElse(before.terms().types()),
                                        description.orElse(before.terms().description())),
                                enabled.getOrElse(before.isEnabled())))
                        .mapLeft(WebhookEndpoints::refused)))
                .map(changed -> Answer.ok(WebhookObjects.webhook(changed)));
    }

    private Either<Failure, Answer> replay(Call call) {
        ObjectReader in = body(call);
        Option<Long> after = in.required("after", Shapes.integer(new Shapes.Range(0, Long.MAX_VALUE), new Shapes.Range(0, Long.MAX_VALUE)));
        return read(call, in, () -> after.get())
                .flatMap(position -> webhooks(call).flatMap(
                        webhooks -> id(call).flatMap(id -> webhooks.replay(id, position).mapLeft(WebhookEndpoints::refused))))
                .map(webhook -> Answer.of(202, WebhookObjects.webhook(webhook)));
    }

    /** A webhook belongs to no network; one that is named must exist all the same. */
    private static Array<Problem> problems(Call call) {
        return NetworkChoice.stated(call.request().headers()).swap().getOrElse(Array::empty).appendAll(call.query().problems());
    }

    private static Either<Failure, Call> checked(Call call) {
        Array<Problem> problems = problems(call);
        return problems.isEmpty() ? Either.right(call) : Either.left(Failure.of(problems));
    }

    /** What a body says, unless the call has problems. */
    private static <T> Either<Failure, T> read(Call call, ObjectReader in, Supplier<T> terms) {
        in.reject(problems(call));
        return call.body().flatMap(body -> in.finish(terms).mapLeft(Failure::of));
    }

    private Either<Failure, Answer> list(Call call) {
        int limit = Paging.limit(call.query());
        Option<WebhookId> after = call.query().text("cursor").flatMap(text -> WebhookId.isId(text)
                ? Option.some(new WebhookId(text))
                : Paging.unknownCursor(call.query()));
        return checked(call).flatMap(this::webhooks).map(webhooks -> {
            var page = webhooks.page(after, limit);
            return Answer.rows(
                    page.items().map(WebhookObjects::webhook),
                    page.items().lastOption().filter(last -> page.hasMore()).map(last -> last.id().text()));
        });
    }

    private Either<Failure, Answer> deliveries(Call call) {
        int limit = Paging.limit(call.query());
        Option<WebhookDelivery.Status> status = call.query().text("status").flatMap(word -> Array.of(WebhookDelivery.Status.values())
                .find(one -> RefusalText.word(one).equals(word))
                .onEmpty(() -> call.query().reject("status", "status must be pending, delivered, dead or dropped.")));
        Option<Long> after = call.query().text("cursor").flatMap(text -> text.matches("[0-9]{1,18}")
                ? Option.some(Long.parseLong(text))
                : Paging.unknownCursor(call.query()));
        return checked(call)
                .flatMap(this::webhooks)
                .flatMap(webhooks -> id(call)
                        .flatMap(id -> webhooks.deliveries(id, status, after.getOrElse(0L), limit).mapLeft(WebhookEndpoints::refused)))
                .map(page -> Answer.rows(
                        page.items().map(WebhookObjects::delivery),
                        page.next().map(String::valueOf)));
    }

    private static ObjectNode told(Webhooks.Secret made) {
        return WebhookObjects.webhook(made.webhook()).put("secret", made.secret());
    }

    private static Failure refused(WebhookRefusal refusal) {
        return switch (refusal) {
            case WebhookRefusal.Unknown unknown -> Failure.at("id", ServerCode.UNKNOWN_WEBHOOK, "You have no such webhook.");
            case WebhookRefusal.TooMany(int most) ->
                Failure.of(ServerCode.TOO_MANY_WEBHOOKS, "You have %s webhooks, which is the limit.".formatted(most)).fact("limit", most);
            case WebhookRefusal.UrlNotAllowed(var url) ->
                Failure.at("url", ServerCode.NOT_AN_OPTION, "url must start with https://. A sandbox also takes http:// to its own loopback.");
            case WebhookRefusal.Gone(var gone) -> EventEndpoints.gone(gone);
            case WebhookRefusal.Disabled disabled ->
                Failure.of(ServerCode.WEBHOOK_DISABLED, "The webhook is disabled: nothing is sent to it. Enable it first.");
            case WebhookRefusal.Replaying replaying ->
                Failure.of(ServerCode.WEBHOOK_REPLAYING, "Events are being sent again already. Wait until they are on their way.");
            case WebhookRefusal.Testing testing ->
                Failure.of(ErrorCode.RATE_LIMITED, "Another test is under way.").retryAfter(15);
        };
    }
}
