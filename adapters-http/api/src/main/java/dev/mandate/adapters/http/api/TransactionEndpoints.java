package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.TransactionObjects;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.TransactionPage;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Transactions of an account: prepared whole, or proposed, to be voted on and executed apart; and read. */
final class TransactionEndpoints {

    private static final String V1 = "/api/v1/smart-accounts/{address}/transactions";

    private static final Set<String> STATUSES =
            HashSet.of("draft", "proposed", "approved", "executed", "rejected", "cancelled", "orphaned");

    /** What a change of settings speaks of. */
    private static final Array<String> SETTINGS =
            Array.of("smart_account_signers", "threshold", "time_lock", "rent_collector", "admin_address");

    private static final Map<String, String> IN_SETTINGS =
            SETTINGS.toMap(name -> Tuple.of(name, "settings." + name)).put("admin", "settings");

    /** What the instructions of a transaction may ask for, which no field of the request spells. */
    private static final Map<String, String> IN_TRANSACTION = SETTINGS.appendAll(
                    Array.of("admin", "signer", "destination", "amount", "spending_limit_signers"))
            .toMap(name -> Tuple.of(name, "transaction"));

    private final TenantEndpoints service;

    TransactionEndpoints(TenantEndpoints service) {
        this.service = service;
    }

    Array<Endpoint> neutral() {
        return Array.of(
                service.build(Method.POST, "/api/v0/smart_account/transaction/prepare", TransactionEndpoints::prepare),
                service.build(Method.POST, V1, TransactionEndpoints::propose),
                service.get(V1, TransactionEndpoints::list),
                service.get(V1 + "/{index}", TransactionEndpoints::one));
    }

    private static Either<Failure, Answer> prepare(TenantCall at) {
        Reading reading = Reading.of(at, Unknown.REFUSED);
        Building.Mode mode = reading.mode(Building.Choice.ACKNOWLEDGED);
        Option<Address> account = reading.accountInBody();
        Option<Bytes> transaction = transaction(reading);
        BuilderFields fields = BuilderFields.read(reading.body(), BuilderFields.Required.BOTH, Unknown.REFUSED);
        return prepares(at, reading, mode, account, transaction, fields);
    }

    /** A transaction that is to be the account's: whatever is refused of what it does is told of it. */
    static Option<Bytes> transaction(Reading reading) {
        reading.spells(IN_TRANSACTION);
        reading.blames("transaction", ErrorCode.FEE_PAYER_PROTECTED);
        reading.blames("transaction_signers", ErrorCode.NO_KEY_FOR);
        return reading.body().required("transaction", Shapes.BASE64);
    }

    static Either<Failure, Answer> prepares(
            TenantCall at,
            Reading reading,
            Building.Mode mode,
            Option<Address> account,
            Option<Bytes> transaction,
            BuilderFields fields) {
        return reading.buildsAndTries(
                mode,
                () -> Building.anywhere(
                        at, account, mode, fields, preparing(Building.ANYTHING, transaction, Array.empty(), mode, fields)),
                () -> prepared(at, account, transaction, mode, fields));
    }

    /** What is asked, as far as it could be read: without a transaction it is refused, and all else that is wrong with it told. */
    private static Option<Either<Failure, BuildRequest>> prepared(
            TenantCall at,
            Option<Address> account,
            Option<Bytes> transaction,
            Building.Mode mode,
            BuilderFields fields) {
        return account.map(on -> Building.signers(at, on, fields)
                .map(signers -> preparing(on, transaction, signers, mode, fields)));
    }

    private static BuildRequest.Prepare preparing(
            Address account,
            Option<Bytes> transaction,
            Array<Address> signers,
            Building.Mode mode,
            BuilderFields fields) {
        return new BuildRequest.Prepare(
                account,
                transaction.getOrElse(Bytes.EMPTY),
                signers,
                fields.options().acknowledging(mode.acknowledged()));
    }

    private static Either<Failure, Answer> propose(TenantCall at) {
        Reading reading = Reading.of(at, Unknown.REFUSED);
        Option<Address> account = reading.account();
        Building.Mode mode = reading.mode(Building.Choice.LEAVERS_LIMITS, Building.Choice.ACKNOWLEDGED);
        ObjectReader in = reading.body();
        Option<Bytes> transaction = in.optional("transaction", Shapes.BASE64);
        Option<ObjectReader> change = in.object("settings");
        Option<SettingsEndpoints.Wishes> settings = change.map(wanted -> SettingsEndpoints.wishes(wanted, Unknown.REFUSED));
        reading.spells(settings.isDefined() ? IN_SETTINGS : IN_TRANSACTION);
        reading.follows("settings.threshold", "settings.smart_account_signers");
        reading.blames("transaction", ErrorCode.FEE_PAYER_PROTECTED);
        reading.blames("transaction_signers", ErrorCode.NO_KEY_FOR);
        requireOne(in);
        BuilderFields fields = BuilderFields.read(in, BuilderFields.Required.NEITHER, Unknown.REFUSED);
        reading.requires(() -> Building.strangers(at, account, fields));
        reading.requires(() -> settings.flatMap(wishes -> appointing(at, account, wishes)));
        Proposable content = content(transaction, settings, mode.leaversLimits());
        return reading.builds(
                mode,
                () -> Building.anywhere(
                        at,
                        new BuildRequest.Propose(Building.ANYTHING, content, Building.ANYTHING, fields.options())),
                () -> account.map(on -> proposal(at, on, content, mode, fields, in.isSound("transaction_signers"))),
                (refused, wrong) -> isOpen(change, wrong) ? SettingsEndpoints.withoutThreshold(refused) : Option.some(refused));
    }

    private static boolean isOpen(Option<ObjectReader> change, Array<Problem> wrong) {
        return change.exists(settings -> SettingsEndpoints.isOpen(
                settings, wrong.filter(problem -> problem.field().startsWith("settings.")), "smart_account_signers"));
    }

    /** No vote makes an admin, or another one; that there shall be none where there is none is no change. */
    private static Option<Failure> appointing(TenantCall at, Option<Address> account, SettingsEndpoints.Wishes wishes) {
        return wishes.admin()
                .flatMap(next -> account.flatMap(named -> at.account(named).toOption())
                        .flatMap(view -> switch (view.settings().admin()) {
                            case AdminControl.HeldBy held ->
                                Option.some(Failure.at(
                                        "admin_address", ErrorCode.NOT_THE_ADMIN, "No vote changes who is admin."));
                            case AdminControl.None none ->
                                Option.when(
                                        next instanceof AdminControl.HeldBy,
                                        () -> BuildFailures.of(
                                                new BuildRefusal.AdminCannotBeAdded(view.ref().address())));
                        }));
    }

    private static void requireOne(ObjectReader in) {
        boolean transaction = in.presence("transaction") == Presence.VALUE;
        boolean settings = in.presence("settings") == Presence.VALUE;
        if (transaction && settings) {
            in.reject("settings", ErrorCode.EXCLUDED_FIELD, "transaction and settings exclude each other: send one of them.");
        } else if (!transaction && !settings) {
            in.reject("transaction", ErrorCode.MISSING_FIELD, "Send either transaction or settings.");
        }
    }

    private static Proposable content(
            Option<Bytes> transaction, Option<SettingsEndpoints.Wishes> settings, LeaversLimits leavers) {
        return settings.isDefined() && transaction.isEmpty()
                ? new Proposable.Settings(settings.get().edits(), leavers)
                : new Proposable.Transaction(transaction.getOrElse(Bytes.EMPTY));
    }

    /**
     * The first who is named proposes; without a name the first who may.
     *
     * @param named whether the names could be read: else nobody knows which is the first
     */
    private static Either<Failure, BuildRequest> proposal(
            TenantCall at,
            Address account,
            Proposable content,
            Building.Mode mode,
            BuilderFields fields,
            boolean named) {
        return at.account(account)
                .flatMap(view -> fields.signers()
                        .filter(signers -> named)
                        .map(Array::head)
                        .orElse(() -> Building.inOrder(at, fields, view.settings().roster().holders(Permission.CAN_INITIATE))
                                .headOption())
                        .toEither(() -> Failure.at(
                                "transaction_signers", ErrorCode.NOBODY_SIGNS, "Nobody is named who proposes.")))
                .map(proposer -> new BuildRequest.Propose(
                        account, content, proposer, fields.options().acknowledging(mode.acknowledged())));
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        Reading reading = Reading.withoutBody(at);
        Option<Address> account = reading.account();
        Option<Long> index = reading.index();
        return reading.then(() -> at.custody()
                .transaction(account.get(), index.get())
                .mapLeft(BuildFailures::of)
                .map(view -> Answer.ok(TransactionObjects.transaction(view))));
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        Reading reading = Reading.withoutBody(at);
        Option<Address> account = reading.account();
        Query query = reading.query();
        int limit = Paging.limit(query);
        Option<String> status = query.text("status");
        if (status.exists(word -> !STATUSES.contains(word))) {
            query.reject("status", "status must be one of " + STATUSES.toArray().sorted().mkString(", ") + ".");
        }
        Option<Long> before = query.text("cursor").flatMap(text -> cursor(query, text));
        return reading.then(() -> at.custody()
                .transactions(account.get(), before, limit)
                .mapLeft(BuildFailures::of)
                .map(page -> page(page, status)));
    }

    private static Option<Long> cursor(Query query, String text) {
        return text.matches("[1-9][0-9]{0,17}") ? Option.some(Long.parseLong(text)) : Paging.unknownCursor(query);
    }

    /** A page looks at so many indexes; with a status asked for it may hold fewer, even none, and others follow. */
    private static Answer page(TransactionPage page, Option<String> status) {
        return Answer.rows(
                page.items()
                        .filter(view -> status.forAll(word -> TransactionObjects.status(view.transaction()).equals(word)))
                        .map(TransactionObjects::transaction),
                page.next().map(next -> Long.toString(next)));
    }
}
