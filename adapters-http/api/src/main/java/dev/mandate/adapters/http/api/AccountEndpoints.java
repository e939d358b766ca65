package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.PolicySigners;
import dev.mandate.adapters.http.codec.SignerAuthorities;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.custody.TokenBalance;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.TenantFailures;
import dev.mandate.ports.refusal.RefusalText;
import dev.mandate.ports.tenant.TenantAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** A tenant's accounts: list, read, and import from the chain. */
final class AccountEndpoints {

    private static final String V1 = "/api/v1/smart-accounts";

    private final TenantEndpoints service;

    AccountEndpoints(TenantEndpoints service) {
        this.service = service;
    }

    Array<Endpoint> neutral() {
        return Array.of(
                service.get(V1, AccountEndpoints::list),
                service.get(V1 + "/{address}", AccountEndpoints::one),
                service.build(Method.POST, V1 + "/import", AccountEndpoints::importAccount));
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        RequestReader reading = RequestReader.withoutBody(at);
        Query query = reading.query();
        int limit = Paging.limit(query);
        Option<Address> after = Paging.after(query);
        return reading.decide(() -> Either.right(page(
                after.fold(() -> at.service().accounts(limit), from -> at.service().accounts(from, limit)))));
    }

    private static Answer page(Page<TenantAccount> page) {
        return Answer.rows(
                page.items().map(held -> Json.object()
                        .put("smart_account_address", held.ref().address().toString())
                        .put("multisig_address", held.ref().settings().toString())
                        .put("origin", held.origin().name().toLowerCase(Locale.ROOT))
                        .put("since", RefusalText.time(held.since()))),
                page.items().lastOption().filter(last -> page.hasMore()).map(last -> last.ref().address().toString()));
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        RequestReader reading = RequestReader.withoutBody(at);
        Option<Address> account = reading.account();
        boolean balances = reading.query().flag("balances");
        return reading.decide(() -> at.account(account.get())
                .flatMap(view -> policies(at, view, WireObjects::account)
                        .flatMap(body -> balances ? withBalances(at, view, body) : Either.right(body)))
                .map(Answer::ok));
    }

    private static Either<Failure, ObjectNode> withBalances(TenantCall at, AccountView view, ObjectNode body) {
        return with(
                view,
                at.custody()::balances,
                (account, tokens) -> body.set("balances", Json.array(WireObjects.balances(account.balance(), tokens))));
    }

    /** Writes an account. */
    interface Spelling {
        ObjectNode of(
                AccountView view, Seq<LimitView> limits, AccountFilters filters, SignerAuthorities authorities, PolicySigners engines);
    }

    /** Returns an account with its policies. */
    private static Either<Failure, ObjectNode> read(TenantCall at, Address account) {
        return read(at, account, WireObjects::account);
    }

    /** Returns an account with its policies, as {@code spelling} writes it. */
    static Either<Failure, ObjectNode> read(
            TenantCall at, Address account, Spelling spelling) {
        return at.account(account).flatMap(view -> policies(at, view, spelling));
    }

    private static Either<Failure, ObjectNode> policies(
            TenantCall at, AccountView view, Spelling spelling) {
        return at.service()
                .filters()
                .of(view.ref().address())
                .mapLeft(BuildFailures::of)
                .flatMap(kept -> with(view, at.custody()::limits, (one, limits) ->
                        spelling.of(one, limits, kept.filters(), at.service()::authorityOf, at.policySigners(one))));
    }

    /** Returns an account's balances, as {@code spelling} writes them. */
    static Either<Failure, ObjectNode> balances(
            TenantCall at, Address account, BiFunction<AccountView, Seq<TokenBalance>, ObjectNode> spelling) {
        return at.account(account).flatMap(view -> with(view, at.custody()::balances, spelling));
    }

    private static <T> Either<Failure, ObjectNode> with(
            AccountView view,
            Function<Address, Either<BuildRefusal, Seq<T>>> its,
            BiFunction<AccountView, Seq<T>, ObjectNode> spelling) {
        return its.apply(view.ref().address()).mapLeft(BuildFailures::of).map(all -> spelling.apply(view, all));
    }

    private static Either<Failure, Answer> importAccount(TenantCall at) {
        RequestReader reading = RequestReader.of(at, Unknown.REFUSED);
        Option<SettingsAddress> multisig = reading.body().required("multisig_address", Shapes.ADDRESS).map(SettingsAddress::new);
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> at.service()
                .importAccount(multisig.get(), retry.get())
                .mapLeft(TenantFailures::of)
                .flatMap(ref -> read(at, ref.address()))
                .map(account -> Answer.of(201, account)));
    }
}
