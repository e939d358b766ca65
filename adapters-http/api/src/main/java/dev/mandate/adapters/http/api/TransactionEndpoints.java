package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.TransactionObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.TransactionPage;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.OptionalLong;

/** Transactions of an account: prepare a whole transaction, propose one for separate votes and execution, and read them. */
final class TransactionEndpoints {

    private static final String V1 = "/api/v1/smart-accounts/{address}/transactions";

    private static final Set<String> STATUSES =
            HashSet.of("draft", "proposed", "approved", "executed", "rejected", "cancelled", "orphaned");

    /** The fields of a settings change. */
    private static final Array<String> SETTINGS =
            Array.of("smart_account_signers", "threshold", "time_lock", "rent_collector", "admin_address");

    private static final Map<String, String> IN_SETTINGS =
            SETTINGS.toMap(name -> Tuple.of(name, "settings." + name)).put("admin", "settings");

    /** Fields of rules that apply to the instructions inside the transaction. No field of the request holds them. */
    private static final Map<String, String> IN_TRANSACTION = SETTINGS.appendAll(
                    Array.of("admin", "signer", "destination", "amount", "spending_limit_signers"))
            .toMap(name -> Tuple.of(name, "transaction"));

    private TransactionEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.build(Method.POST, "/api/v0/smart_account/transaction/prepare", TransactionEndpoints::prepare),
                service.build(Method.POST, V1, TransactionEndpoints::propose),
                service.get(V1, TransactionEndpoints::list),
                service.get(V1 + "/{index}", TransactionEndpoints::one));
    }

    private static Either<Failure, Answer> prepare(TenantCall at) {
        BuilderCall call = BuilderCall.of(at, BuilderCall.Choice.ACKNOWLEDGED);
        call.reading().renames(IN_TRANSACTION);
        call.reading().places("transaction", ErrorCode.FEE_PAYER_PROTECTED);
        Option<Bytes> transaction = call.body().required("transaction", Shapes.BASE64);
        BuilderFields fields = call.fields();
        return call.simulating(() -> call.signers(fields)
                .map(signers -> new BuildRequest.Prepare(
                        call.account(), transaction.get(), signers, fields.options())));
    }

    private static Either<Failure, Answer> propose(TenantCall at) {
        BuilderCall call = BuilderCall.of(at, BuilderCall.Choice.LEAVERS_LIMITS, BuilderCall.Choice.ACKNOWLEDGED, BuilderCall.Choice.DIFF);
        ObjectReader in = call.body();
        Option<Bytes> transaction = in.optional("transaction", Shapes.BASE64);
        Option<SettingsEndpoints.RequestedSettings> settings = in.object("settings").map(SettingsEndpoints::wishes);
        call.reading().renames(settings.isDefined() ? IN_SETTINGS : IN_TRANSACTION);
        call.reading().places("transaction", ErrorCode.FEE_PAYER_PROTECTED);
        requireOne(in);
        BuilderFields fields = call.fields();
        return call.answer(() -> at.account(call.account())
                .flatMap(view -> requireNoAppointment(view, settings))
                .flatMap(view -> call.proposer(view, fields))
                .flatMap(proposer -> call.withSigners(
                        settings.toArray().flatMap(SettingsEndpoints.RequestedSettings::listed),
                        signers -> Either.right(new BuildRequest.Propose(
                                call.account(),
                                content(signers, transaction, settings, call.leaversLimits()),
                                proposer,
                                fields.options())))));
    }

    /** No vote can add or replace an admin. If there is none, requesting no admin is no change. */
    private static Either<Failure, AccountView> requireNoAppointment(
            AccountView view, Option<SettingsEndpoints.RequestedSettings> settings) {
        Option<AdminControl> next = settings.flatMap(SettingsEndpoints.RequestedSettings::admin);
        if (next.isEmpty()) {
            return Either.right(view);
        }
        return switch (view.settings().admin()) {
            case AdminControl.HeldBy held ->
                Either.left(Failure.at("admin_address", ErrorCode.NOT_THE_ADMIN, "No vote changes who is admin."));
            case AdminControl.None none ->
                next.get() instanceof AdminControl.HeldBy
                        ? Either.left(BuildFailures.of(
                                new BuildRefusal.AdminCannotBeAdded(view.ref().address())))
                        : Either.right(view);
        };
    }

    private static void requireOne(ObjectReader in) {
        boolean transaction = in.presence("transaction") == Presence.VALUE;
        boolean settings = in.presence("settings") == Presence.VALUE;
        if (transaction && settings) {
            in.reject("settings", ServerCode.EXCLUDED_FIELD, "transaction and settings exclude each other: send one of them.");
        } else if (!transaction && !settings) {
            in.reject("transaction", ServerCode.MISSING_FIELD, "Send either transaction or settings.");
        }
    }

    private static Proposable content(
            Array<Signer> signers, Option<Bytes> transaction, Option<SettingsEndpoints.RequestedSettings> settings, LeaversLimits leavers) {
        return settings.isEmpty()
                ? new Proposable.Transaction(transaction.get())
                : new Proposable.Settings(settings.get().edits().apply(signers), leavers);
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Option<Long> index = reading.index();
        return reading.decide(() -> at.custody()
                .transaction(account.get(), index.get())
                .mapLeft(BuildFailures::of)
                .flatMap(view -> at.custody()
                        .recording(account.get(), index.get())
                        .mapLeft(BuildFailures::of)
                        .map(recording -> Answer.ok(TransactionObjects.transaction(view, recording)))));
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        Query query = reading.query();
        int limit = Paging.limit(query);
        Option<String> status = query.text("status");
        if (status.exists(word -> !STATUSES.contains(word))) {
            query.reject("status", "status must be one of " + STATUSES.toArray().sorted().mkString(", ") + ".");
        }
        Option<Long> before = query.text("cursor").flatMap(text -> cursor(query, text));
        return reading.decide(() -> at.custody()
                .transactions(account.get(), before.map(OptionalLong::of).getOrElse(OptionalLong::empty), limit)
                .mapLeft(BuildFailures::of)
                .map(page -> page(page, status)));
    }

    private static Option<Long> cursor(Query query, String text) {
        return text.matches("[1-9][0-9]{0,17}") ? Option.some(Long.parseLong(text)) : Paging.unknownCursor(query);
    }

    /** A page reads a fixed number of indexes. With a status filter it may hold fewer rows, even none, while more pages follow. */
    private static Answer page(TransactionPage page, Option<String> status) {
        return Answer.rows(
                page.items()
                        .filter(view -> status.forAll(word -> TransactionObjects.status(view.transaction()).equals(word)))
                        .map(TransactionObjects::transaction),
                page.next().map(next -> Long.toString(next)));
    }
}
