package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.AccountListings;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.tenant.AccountOverview;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.tenant.TenantAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A tenant's accounts: list, read, and import from the chain. */
final class AccountEndpoints {

    private static final String V1 = "/api/v1/smart-accounts";

    private AccountEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.get(V1, AccountEndpoints::list),
                service.get(V1 + "/{address}", AccountEndpoints::one),
                service.build(Method.POST, V1 + "/import", AccountEndpoints::importAccount));
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Query query = reading.query();
        int limit = Paging.limit(query);
        Option<Address> after = Paging.after(query);
        return reading.decide(() -> Either.right(page(
                at,
                after.fold(() -> at.service().accounts(limit), from -> at.service().accounts(from, limit)))));
    }

    private static Answer page(TenantCall at, Page<TenantAccount> page) {
        return Answer.rows(
                page.items().map(held -> AccountListings.of(held, at.service().status(held))),
                page.items().lastOption().filter(last -> page.hasMore()).map(last -> last.ref().address().toString()));
    }

    private static Either<Failure, Answer> one(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        AccountOverview.Balances balances =
                reading.query().flag("balances") ? AccountOverview.Balances.READ : AccountOverview.Balances.LEFT_OUT;
        return reading.decide(() -> read(at, account.get(), balances).map(Answer::ok));
    }

    /** Returns an account with its policies. */
    static Either<Failure, ObjectNode> read(TenantCall at, Address account) {
        return read(at, account, AccountOverview.Balances.LEFT_OUT);
    }

    private static Either<Failure, ObjectNode> read(TenantCall at, Address account, AccountOverview.Balances balances) {
        return at.service()
                .overview(account, balances)
                .flatMap(found -> at.service().filters().of(account).map(kept -> {
                    AccountView view = found.account();
                    ObjectNode body = WireObjects.account(
                            view, found.limits(), kept.filters(), at.service()::authorityOf, at.policySigners(view));
                    WireObjects.roles(body.get("smart_account_signers"), at.service().signerRoles(account));
                    found.balances().forEach(tokens -> body.set("balances", Json.array(WireObjects.balances(view.balance(), tokens))));
                    return body;
                }))
                .mapLeft(BuildFailures::of);
    }

    private static Either<Failure, Answer> importAccount(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        ObjectReader in = reading.body();
        boolean isByAccount = in.presence("smart_account_address") == Presence.VALUE;
        if (isByAccount && in.presence("multisig_address") == Presence.VALUE) {
            in.reject("smart_account_address", ServerCode.EXCLUDED_FIELD, "multisig_address and smart_account_address exclude each other: send one of them.");
        }
        Option<Address> address = in.required(isByAccount ? "smart_account_address" : "multisig_address", Shapes.ADDRESS);
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> (isByAccount
                        ? at.service().importAccountAt(address.get(), retry.get())
                        : at.service().importAccount(new SettingsAddress(address.get()), retry.get()))
                .mapLeft(TenantFailures::of)
                .flatMap(ref -> read(at, ref.address()))
                .map(account -> Answer.of(201, account)));
    }
}
