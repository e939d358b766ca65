package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.SdkFields;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
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
                service.build(Method.DELETE, V1 + "/{limit}", at -> remove(at, Unknown.REFUSED)),
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

        Shape<Period> period() {
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
            Option<Period> period,
            Option<Array<Address>> signers,
            Option<Array<Address>> destinations) {

        /** Returns the terms of a new limit. */
        LimitTerms terms(Address createKey) {
            return over(LimitTerms.of(createKey, token.get(), amount.get(), period.get(), signers.get()));
        }

        LimitTerms replacing(LimitTerms old, Address createKey) {
            return over(old.withCreateKey(createKey));
        }

        private LimitTerms over(LimitTerms given) {
            return given.withToken(token.getOrElse(given.token()))
                    .withAmount(amount.getOrElse(given.amount()))
                    .withPeriod(period.getOrElse(given.period()))
                    .withSigners(signers.getOrElse(given.signers()))
                    .withDestinations(destinations.getOrElse(given.destinations()));
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
                    spelling.token().head(), ErrorCode.MISSING_FIELD, spelling.token().head() + " is required.");
        }
        if (spelling == Spelling.POLICY || spelling == Spelling.GRID) {
            in.optional("expiration", Shapes.INTEGER)
                    .forEach(at -> in.reject(
                            "expiration", ErrorCode.LIMIT_NEEDS_ENGINE, "Limits that expire are not offered yet."));
        }
        return new RequestedLimit(
                field(in, "amount", spelling.amount(), fields),
                token,
                field(in, "period", spelling.period(), fields),
                field(in, "spending_limit_signers", WireShapes.LIMIT_SIGNERS, fields),
                in.optional("destinations", WireShapes.DESTINATIONS));
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
                .map(old -> wanted.replacing(old.terms(), at.service().freshAddress()))
                .flatMap(terms -> BuilderCall.authority(at, account, mode, fields)
                        .map(authority ->
                                new BuildRequest.ReplaceLimit(account, limit, terms, authority, fields.options())));
    }

    static Either<Failure, Answer> remove(TenantCall at, Unknown unknown) {
        RequestReader reading = RequestReader.ofOptionalBody(at, unknown);
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
                    ErrorCode.SPELLED_TWICE,
                    "Nobody signs the use of a limit but its signer, and transaction_signers names others.");
        }
        return reading.decide(() -> BuilderCall.answer(
                        at,
                        mode,
                        Either.right(new BuildRequest.UseLimit(
                                account.get(), limit.get(), signer.get(), destination.get(), amount.get(), fields.options())))
                .mapLeft(failure -> failure.code() == ErrorCode.UNKNOWN_LIMIT
                        ? found(at, account.get(), limit.get()).fold(gone -> gone, view -> failure)
                        : failure));
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
                        ErrorCode.LIMIT_REPLACED,
                        "The spending limit at %s was replaced by the one at %s.".formatted(old, next))
                .fact("replaced_by", next);
    }

    private static Either<Failure, Seq<LimitView>> limits(TenantCall at, Address account) {
        return at.custody().limits(account).mapLeft(BuildFailures::of);
    }
}
