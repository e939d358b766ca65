package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.IntentShapes;
import dev.mandate.adapters.http.codec.SdkFields;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.LimitFailures;
import dev.mandate.ports.refusal.Remedy;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Spending limits: create, read, replace, remove and use. */
final class LimitEndpoints {

    private static final String V1 = "/api/v1/smart-accounts/{address}/spending-limits";

    private final TenantEndpoints service;

    LimitEndpoints(TenantEndpoints service) {
        this.service = service;
    }

    Array<Endpoint> neutral() {
        return Array.of(
                service.build(Method.POST, V1, at -> create(at, Spelling.POLICY)),
                service.build(Method.POST, "/api/v0/smart_account/transaction/spending_limit/create", LimitEndpoints::createInBuilder),
                service.get(V1, LimitEndpoints::list),
                service.get(V1 + "/{limit}", LimitEndpoints::one),
                service.build(Method.PATCH, V1 + "/{limit}", at -> replace(at, Spelling.POLICY)),
                service.build(Method.DELETE, V1 + "/{limit}", at -> remove(at, Unknown.REFUSED)).reading(Content.OPTIONAL_JSON),
                service.build(Method.POST, V1 + "/{limit}/use", at -> use(at, Spelling.POLICY, "destination", "signer")));
    }

    /** The format of a limit on a path. */
    enum Spelling {
        POLICY,
        BUILDER,
        GRID;

        Unknown unknown() {
            return this == GRID ? SdkFields.UNREAD : Unknown.REFUSED;
        }

        Shape<BaseUnits> amount() {
            return this == GRID ? Shapes.AMOUNT_OR_NUMBER : Shapes.AMOUNT;
        }

        Shape<PolicyPeriod> period() {
            return switch (this) {
                case POLICY -> WireShapes.POLICY_PERIOD;
                case BUILDER -> WireShapes.PERIOD;
                case GRID -> WireShapes.GRID_PERIOD;
            };
        }

        Array<String> token() {
            return this == GRID ? Array.of("mint", "token_address") : Array.of("token_address");
        }
    }

    /** The fields of a limit in a body. A replacement keeps missing fields. */
    private record RequestedLimit(
            Option<BaseUnits> amount,
            Option<Token> token,
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

    private static RequestedLimit wanted(ObjectReader in, Spelling spelling, Fields fields) {
        Option<Token> token = in.optionalAs(spelling.token(), WireShapes.TOKEN);
        if (fields == Fields.REQUIRED && !spelling.token().exists(name -> in.presence(name) == ObjectReader.Presence.VALUE)) {
            in.reject(
                    spelling.token().head(), ServerCode.MISSING_FIELD, spelling.token().head() + " is required.");
        }
        return new RequestedLimit(
                field(in, "amount", spelling.amount(), fields),
                token,
                field(in, "period", spelling.period(), fields),
                field(in, "spending_limit_signers", WireShapes.LIMIT_SIGNERS, fields),
                in.optional("destinations", WireShapes.DESTINATIONS),
                spelling == Spelling.BUILDER ? Option.none() : in.optional("expiration", WireShapes.UNIX_TIME));
    }

    private static <T> Option<T> field(ObjectReader in, String name, Shape<T> shape, Fields fields) {
        return fields == Fields.REQUIRED ? in.required(name, shape) : in.optional(name, shape);
    }

    static Either<Failure, Answer> create(TenantCall at, Spelling spelling) {
        RequestReader reading = RequestReader.of(at, spelling.unknown());
        Option<Address> account = reading.account();
        BuilderCall.Mode mode = reading.mode(BuilderCall.Choice.ADMIN);
        RequestedLimit wanted = wanted(reading.body(), spelling, Fields.REQUIRED);
        BuilderFields fields = BuilderFields.read(reading.body(), BuilderFields.Required.NEITHER, spelling.unknown());
        return reading.decide(() -> BuilderCall.answer(at, mode, adding(at, account.get(), mode, wanted, fields)));
    }

    private static Either<Failure, Answer> createInBuilder(TenantCall at) {
        RequestReader reading = RequestReader.of(at, Unknown.REFUSED);
        BuilderCall.Mode mode = reading.mode(BuilderCall.Choice.ADMIN);
        Option<Address> account = reading.accountInBody();
        RequestedLimit wanted = wanted(reading.body(), Spelling.BUILDER, Fields.REQUIRED);
        BuilderFields fields = BuilderFields.read(reading.body(), BuilderFields.Required.BOTH, Unknown.REFUSED);
        return reading.decide(() -> BuilderCall.answer(at, mode, adding(at, account.get(), mode, wanted, fields)));
    }

    private static Either<Failure, BuildRequest> adding(
            TenantCall at, Address account, BuilderCall.Mode mode, RequestedLimit wanted, BuilderFields fields) {
        return BuilderCall.authority(at, account, mode, fields)
                .map(authority -> new BuildRequest.AddLimit(
                        account, wanted.terms(at.service().freshAddress()), authority, fields.options()));
    }

    static Either<Failure, Answer> replace(TenantCall at, Spelling spelling) {
        RequestReader reading = RequestReader.of(at, spelling.unknown());
        Option<Address> account = reading.account();
        Option<Address> limit = reading.limit();
        BuilderCall.Mode mode = reading.mode(BuilderCall.Choice.ADMIN);
        RequestedLimit wanted = wanted(reading.body(), spelling, Fields.OPTIONAL);
        BuilderFields fields = BuilderFields.read(reading.body(), BuilderFields.Required.NEITHER, spelling.unknown());
        return reading.decide(() ->
                BuilderCall.answer(at, mode, replaced(at, account.get(), limit.get(), mode, wanted, fields)));
    }

    private static Either<Failure, BuildRequest> replaced(
            TenantCall at, Address account, Address limit, BuilderCall.Mode mode, RequestedLimit wanted, BuilderFields fields) {
        return found(at, account, limit)
                .map(old -> wanted.replacing(
                        old.kept().map(kept -> kept.limit().terms()).getOrElse(() -> PolicyTerms.of(old.terms())),
                        at.service().freshAddress()))
                .flatMap(terms -> BuilderCall.authority(at, account, mode, fields)
                        .map(authority ->
                                new BuildRequest.ReplaceLimit(account, limit, terms, authority, fields.options())));
    }

    static Either<Failure, Answer> remove(TenantCall at, Unknown unknown) {
        RequestReader reading = RequestReader.of(at, unknown);
        Option<Address> account = reading.account();
        Option<Address> limit = reading.limit();
        BuilderCall.Mode mode = reading.mode(BuilderCall.Choice.ADMIN);
        BuilderFields fields = BuilderFields.read(reading.body(), BuilderFields.Required.NEITHER, unknown);
        return reading.decide(() -> BuilderCall.answer(
                at,
                mode,
                found(at, account.get(), limit.get())
                        .flatMap(view -> BuilderCall.authority(at, account.get(), mode, fields))
                        .map(authority ->
                                new BuildRequest.RemoveLimit(account.get(), limit.get(), authority, fields.options()))));
    }

    static Either<Failure, Answer> use(TenantCall at, Spelling spelling, String destinationField, String signerField) {
        RequestReader reading = RequestReader.of(at, spelling.unknown());
        reading.renames("destination", destinationField);
        reading.renames("signer", signerField);
        Option<Address> account = reading.account();
        Option<Address> limit = reading.limit();
        BuilderCall.Mode mode = reading.mode();
        reading.places("signer", ErrorCode.NO_KEY_FOR);
        ObjectReader in = reading.body();
        Option<BaseUnits> amount = in.required("amount", spelling.amount());
        Option<Address> destination = in.required(destinationField, Shapes.ADDRESS);
        Option<Address> signer = in.required(signerField, Shapes.ADDRESS);
        BuilderFields fields = BuilderFields.read(in, BuilderFields.Required.NEITHER, spelling.unknown());
        if (signer.isDefined() && fields.signers().exists(named -> !named.forAll(signer::contains))) {
            in.reject(
                    "transaction_signers",
                    ServerCode.SPELLED_TWICE,
                    "Nobody signs the use of a limit but its signer, and transaction_signers names others.");
        }
        Option<SignedIntent> intent = in.optional("intent", IntentShapes.INTENT);
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> {
            BuildRequest.UseLimit use = new BuildRequest.UseLimit(
                    account.get(), limit.get(), signer.get(), destination.get(), amount.get(), fields.options());
            return at.service().engineLimit(account.get(), limit.get()).isDefined()
                    ? useOfEngine(at, mode, use, intent, retry.get())
                    : useOfChain(at, mode, use, intent);
        });
    }

    private static Either<Failure, Answer> useOfChain(
            TenantCall at, BuilderCall.Mode mode, BuildRequest.UseLimit use, Option<SignedIntent> intent) {
        return intent.isDefined()
                ? Either.left(Failure.at(
                        "intent", ServerCode.INTENT_NOT_TAKEN, "The chain keeps this limit: its signer signs the transaction, and no intent."))
                : BuilderCall.answer(at, mode, Either.right(use))
                        .mapLeft(failure -> failure.code() == ErrorCode.UNKNOWN_LIMIT
                                ? found(at, use.account(), use.limit()).fold(gone -> gone, view -> failure)
                                : failure);
    }

    private static Either<Failure, Answer> useOfEngine(
            TenantCall at, BuilderCall.Mode mode, BuildRequest.UseLimit use, Option<SignedIntent> intent, Retry retry) {
        return (mode.dryRun()
                        ? at.service().validateUse(use).map(plan -> Answer.ok(Verdicts.allowed(plan))).mapLeft(LimitFailures::of)
                        : intent.toEither(() -> Failure.at(
                                        "intent", ServerCode.INTENT_REQUIRED, "The engine keeps this limit: its use takes an intent that its signer has signed.")
                                        .remedy(new Remedy.SignAgain(Remedy.Signed.INTENT)))
                                .flatMap(signed -> at.service().reserveUse(use, signed, retry).mapLeft(LimitFailures::of))
                                .map(reserved -> Answer.ok(WireObjects.reserved(
                                        reserved, at.service().payloads(reserved.account(), reserved.unsigned())))))
                .mapLeft(failure -> failure.code() == ErrorCode.UNKNOWN_LIMIT
                        ? found(at, use.account(), use.limit()).fold(gone -> gone, view -> failure)
                        : failure);
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        RequestReader reading = RequestReader.withoutBody(at);
        Option<Address> account = reading.account();
        int most = Paging.limit(reading.query());
        Option<Address> after = Paging.after(reading.query());
        return reading.decide(() -> limits(at, account.get()).map(limits -> page(limits, after, most)));
    }

    /** Sorted by the base58 text of the limits' addresses. */
    private static Answer page(Seq<LimitView> limits, Option<Address> after, int most) {
        Seq<LimitView> left = limits.sortBy(view -> view.limit().toString())
                .filter(view -> after.forAll(last -> view.limit().toString().compareTo(last.toString()) > 0));
        return Answer.rows(
                left.take(most).map(WireObjects::limit),
                Option.when(left.size() > most, () -> left.get(most - 1).limit().toString()));
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        RequestReader reading = RequestReader.withoutBody(at);
        Option<Address> account = reading.account();
        Option<Address> limit = reading.limit();
        return reading.decide(() -> found(at, account.get(), limit.get()).map(view -> Answer.ok(WireObjects.limit(view))));
    }

    private static Either<Failure, LimitView> found(TenantCall at, Address account, Address limit) {
        return limits(at, account)
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

    private static Either<Failure, Seq<LimitView>> limits(TenantCall at, Address account) {
        return at.custody().limits(account).mapLeft(BuildFailures::of);
    }
}
