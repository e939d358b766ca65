package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.IntentShapes;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.KnownLimits;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.LimitFailures;
import dev.mandate.ports.api.refusal.Remedy;
import dev.mandate.ports.api.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** Spending limits: create, read, replace, remove and use. */
final class LimitEndpoints {

    private static final String V1 = "/api/v1/smart-accounts/{address}/spending-limits";

    private LimitEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.build(Method.POST, V1, at -> create(at, Terms.OF_POLICY)),
                service.build(Method.POST, "/api/v0/smart_account/transaction/spending_limit/create", at -> create(at, Terms.OF_CHAIN)),
                service.get(V1, LimitEndpoints::list),
                service.get(V1 + "/{limit}", LimitEndpoints::one),
                service.build(Method.PATCH, V1 + "/{limit}", LimitEndpoints::replace),
                service.build(Method.DELETE, V1 + "/{limit}", LimitEndpoints::remove).reading(Content.OPTIONAL_JSON),
                service.build(Method.POST, V1 + "/{limit}/use", LimitEndpoints::use));
    }

    /** Whether a path takes yearly limits. */
    private enum Terms {
        OF_POLICY,
        OF_CHAIN
    }

    /** The fields of a limit in a body. A replacement keeps missing fields. */
    private record RequestedLimit(
            Option<Token> token,
            Option<BaseUnits> amount,
            Option<PolicyPeriod> period,
            Option<Array<Address>> signers,
            Option<Array<Address>> destinations,
            Option<UnixTime> expiration) {

        /** Returns the terms of a new limit. */
        PolicyTerms terms(Address createKey) {
            return new PolicyTerms(
                    createKey, 0, token.get(), amount.get(), period.get(), signers.get(), destinations.getOrElse(Array.empty()), expiration);
        }

        PolicyTerms replacing(PolicyTerms old, Address createKey) {
            return new PolicyTerms(
                    createKey,
                    old.vaultIndex(),
                    token.getOrElse(old.token()),
                    amount.getOrElse(old.amount()),
                    period.getOrElse(old.period()),
                    signers.getOrElse(old.signers()),
                    destinations.getOrElse(old.destinations()),
                    expiration.orElse(old.expiration()));
        }
    }

    private enum Fields {
        REQUIRED,
        OPTIONAL
    }

    private static RequestedLimit wanted(ObjectReader in, Terms terms, Fields fields) {
        return new RequestedLimit(
                field(in, "token_address", WireShapes.TOKEN, fields),
                field(in, "amount", Shapes.AMOUNT, fields),
                field(in, "period", terms == Terms.OF_CHAIN ? WireShapes.PERIOD : WireShapes.POLICY_PERIOD, fields),
                field(in, "spending_limit_signers", WireShapes.LIMIT_SIGNERS, fields),
                in.optional("destinations", WireShapes.DESTINATIONS),
                in.optional("expiration", WireShapes.UNIX_TIME));
    }

    private static <T> Option<T> field(ObjectReader in, String name, Shape<T> shape, Fields fields) {
        return fields == Fields.REQUIRED ? in.required(name, shape) : in.optional(name, shape);
    }

    private static BuilderCall of(TenantCall at) {
        BuilderCall call = BuilderCall.of(at, BuilderCall.Choice.ADMIN, BuilderCall.Choice.ACKNOWLEDGED, BuilderCall.Choice.DIFF);
        call.reading().renames("transaction", "destinations");
        return call;
    }

    private static Either<Failure, Answer> create(TenantCall at, Terms terms) {
        BuilderCall call = of(at);
        RequestedLimit wanted = wanted(call.body(), terms, Fields.REQUIRED);
        BuilderFields fields = call.fields();
        return call.answer(() -> call.authority(fields)
                .map(authority -> new BuildRequest.AddLimit(
                        call.account(), wanted.terms(at.service().freshAddress()), authority, fields.options())));
    }

    private static Either<Failure, Answer> replace(TenantCall at) {
        BuilderCall call = of(at);
        Option<Address> limit = call.reading().limit();
        RequestedLimit wanted = wanted(call.body(), Terms.OF_POLICY, Fields.OPTIONAL);
        BuilderFields fields = call.fields();
        return call.answer(() -> found(at, call.account(), limit.get())
                .map(old -> wanted.replacing(
                        old.kept().map(kept -> kept.limit().terms()).getOrElse(() -> PolicyTerms.of(old.terms())),
                        at.service().freshAddress()))
                .flatMap(terms -> call.authority(fields)
                        .map(authority -> new BuildRequest.ReplaceLimit(
                                call.account(), limit.get(), terms, authority, fields.options()))));
    }

    private static Either<Failure, Answer> remove(TenantCall at) {
        BuilderCall call = BuilderCall.of(at, BuilderCall.Choice.ADMIN, BuilderCall.Choice.DIFF);
        Option<Address> limit = call.reading().limit();
        BuilderFields fields = call.fields();
        return call.answer(() -> found(at, call.account(), limit.get())
                .flatMap(view -> call.authority(fields))
                .map(authority -> new BuildRequest.RemoveLimit(call.account(), limit.get(), authority, fields.options())));
    }

    private static Either<Failure, Answer> use(TenantCall at) {
        BuilderCall call = BuilderCall.of(at, BuilderCall.Choice.ACKNOWLEDGED);
        call.reading().renames("transaction", "destination");
        Option<Address> limit = call.reading().limit();
        call.reading().places("signer", ErrorCode.NO_KEY_FOR);
        ObjectReader in = call.body();
        Option<BaseUnits> amount = in.required("amount", Shapes.AMOUNT);
        Option<Address> destination = in.required("destination", Shapes.ADDRESS);
        Option<Address> signer = in.required("signer", Shapes.ADDRESS);
        BuilderFields fields = call.fields();
        if (signer.isDefined() && fields.signers().exists(named -> !named.forAll(signer::contains))) {
            in.reject(
                    "transaction_signers",
                    ServerCode.SPELLED_TWICE,
                    "Nobody signs the use of a limit but its signer, and transaction_signers names others.");
        }
        Option<SignedIntent> intent = in.optional("intent", IntentShapes.INTENT);
        Option<Retry> retry = call.reading().retry();
        return call.reading().decide(() -> {
            BuildRequest.UseLimit use = new BuildRequest.UseLimit(
                    call.account(), limit.get(), signer.get(), destination.get(), amount.get(), fields.options());
            return (at.service().engineLimit(call.account(), limit.get()).isDefined()
                            ? useOfEngine(call, use, intent, retry.get())
                            : useOfChain(call, use, intent))
                    .mapLeft(failure -> failure.code() == ErrorCode.UNKNOWN_LIMIT
                            ? found(at, use.account(), use.limit()).fold(gone -> gone, view -> failure)
                            : failure);
        });
    }

    private static Either<Failure, Answer> useOfChain(
            BuilderCall call, BuildRequest.UseLimit use, Option<SignedIntent> intent) {
        return intent.isDefined()
                ? Either.left(Failure.at(
                        "intent", ServerCode.INTENT_NOT_TAKEN, "The chain keeps this limit: its signer signs the transaction, and no intent."))
                : call.answer(Either.right(use));
    }

    private static Either<Failure, Answer> useOfEngine(
            BuilderCall call, BuildRequest.UseLimit use, Option<SignedIntent> intent, Retry retry) {
        TenantService service = call.at().service();
        return call.dryRun()
                ? service.validateUse(use).map(plan -> Answer.ok(Verdicts.allowed(plan))).mapLeft(LimitFailures::of)
                : intent.map(signed -> service.reserveUse(use, signed, retry)
                                .mapLeft(LimitFailures::of)
                                .map(reserved -> Answer.ok(WireObjects.reserved(
                                        reserved,
                                        service.payloads(reserved.account(), reserved.unsigned()),
                                        () -> service.explain(reserved.unsigned().transaction()).toOption().flatMap(Explanation::intentHash)))))
                        .getOrElse(() -> useByApproval(service, use));
    }

    /** A managed signer who pays approves the transaction itself: that says as much as an intent. */
    private static Either<Failure, Answer> useByApproval(TenantService service, BuildRequest.UseLimit use) {
        return service.authorityOf(use.signer()).isEmpty() || !use.options().feePayer().forAll(use.signer()::equals)
                ? Either.left(Failure.at(
                                "intent",
                                ServerCode.INTENT_REQUIRED,
                                "The engine keeps this limit: its use takes an intent that its signer has signed. A managed signer who pays the fee"
                                        + " needs none.")
                        .remedy(new Remedy.SignAgain(Remedy.Signed.INTENT)))
                : service.buildUse(use)
                        .mapLeft(LimitFailures::of)
                        .map(plan -> Answer.ok(WireObjects.approvedUse(
                                use.limit(), plan, service.payloads(use.account(), plan.single().unsigned()))));
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        int most = Paging.limit(reading.query());
        Option<Address> after = Paging.after(reading.query());
        return reading.decide(() -> limits(at, account.get(), Array.empty()).map(known -> page(known, after, most)));
    }

    /** Sorted by the base58 text of the limits' addresses. */
    private static Answer page(KnownLimits known, Option<Address> after, int most) {
        Seq<LimitView> left = known.limits().sortBy(view -> view.limit().toString())
                .filter(view -> after.forAll(last -> view.limit().toString().compareTo(last.toString()) > 0));
        Seq<ObjectNode> items = left.take(most).map(WireObjects::limit);
        Option<String> next = Option.when(left.size() > most, () -> left.get(most - 1).limit().toString());
        return switch (known.extent()) {
            case ALL -> Answer.rows(items, next);
            case KNOWN_HERE -> Answer.ok(WireObjects.withExtent(
                    Json.object().set("items", Json.array(items)).put("next_cursor", next.getOrNull()), known.extent()));
        };
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Option<Address> limit = reading.limit();
        return reading.decide(() -> found(at, account.get(), limit.get()).map(view -> Answer.ok(WireObjects.limit(view))));
    }

    private static Either<Failure, LimitView> found(TenantCall at, Address account, Address limit) {
        return limits(at, account, Array.of(limit))
                .map(KnownLimits::limits)
                .flatMap(limits -> limits.find(view -> view.limit().equals(limit)).toEither(() -> gone(at, limits, limit)));
    }

    /** Returns the failure for a missing limit. It names the replacement if that is known. */
    private static Failure gone(TenantCall at, Seq<LimitView> standing, Address limit) {
        return at.service()
                .replacement(limit, standing.map(LimitView::limit))
                .map(next -> replaced(limit, next))
                .getOrElse(() -> Failure.of(
                        ErrorCode.UNKNOWN_LIMIT, "The account has no spending limit at " + limit + "."));
    }

    private static Failure replaced(Address old, Address next) {
        return Failure.of(
                        ServerCode.LIMIT_REPLACED,
                        "The spending limit at %s was replaced by the one at %s.".formatted(old, next))
                .fact("replaced_by", next)
                .remedy(new Remedy.NameAnother(Remedy.Wanted.LIMIT, Array.of(next)));
    }

    private static Either<Failure, KnownLimits> limits(TenantCall at, Address account, Array<Address> named) {
        return at.custody().knownLimits(account, named).mapLeft(BuildFailures::of);
    }
}
