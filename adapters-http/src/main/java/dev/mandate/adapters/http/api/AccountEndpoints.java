package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.adapters.http.refusal.BuildFailures;
import dev.mandate.adapters.http.refusal.DeskFailures;
import dev.mandate.adapters.http.codec.Caps;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.desk.HeldAccount;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.journal.Page;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A tenant's accounts: listed, read, and joined from the chain. */
final class AccountEndpoints {

    private static final String V1 = "/api/v1/smart-accounts";

    private final DeskEndpoints desk;

    AccountEndpoints(DeskEndpoints desk) {
        this.desk = desk;
    }

    Array<Endpoint> neutral() {
        return Array.of(
                desk.get(V1, AccountEndpoints::list),
                desk.get(V1 + "/{address}", AccountEndpoints::one),
                desk.build(Method.POST, V1 + "/import", AccountEndpoints::join));
    }

    private static Either<Failure, Answer> list(DeskCall at) {
        Reading reading = Reading.withoutBody(at);
        Query query = reading.query();
        int limit = query.number("limit", 1, Caps.PAGE, Caps.DEFAULT_PAGE);
        Option<Address> after = query.text("cursor").flatMap(text -> cursor(query, text));
        return reading.then(() -> Either.right(Answer.ok(page(at.desk().accounts(after, limit)))));
    }

    private static ObjectNode page(Page<HeldAccount> page) {
        ObjectNode body = Json.object();
        ArrayNode items = body.putArray("items");
        page.items().forEach(held -> items.addObject()
                .put("smart_account_address", held.ref().address().toString())
                .put("multisig_address", held.ref().settings().toString())
                .put("origin", held.origin().name().toLowerCase(Locale.ROOT))
                .put("since", held.since().seconds()));
        WireObjects.address(
                body,
                "next_cursor",
                page.hasMore() ? page.items().lastOption().map(held -> held.ref().address()) : Option.none());
        return body;
    }

    private static Option<Address> cursor(Query query, String text) {
        Option<Address> cursor = Address.parse(text).toOption();
        if (cursor.isEmpty()) {
            query.reject("cursor", ErrorCode.BAD_CURSOR, "A cursor is what next_cursor of the page before said.");
        }
        return cursor;
    }

    private static Either<Failure, Answer> one(DeskCall at) {
        Reading reading = Reading.withoutBody(at);
        Option<Address> account = reading.account();
        boolean balances = reading.query().flag("balances");
        return reading.then(() -> read(at, account.get())
                .flatMap(body -> balances ? withBalances(at, account.get(), body) : Either.right(body))
                .map(Answer::ok));
    }

    /** An account with its policies. */
    static Either<Failure, ObjectNode> read(DeskCall at, Address account) {
        return at.account(account)
                .flatMap(view -> at.custody()
                        .limits(account)
                        .mapLeft(BuildFailures::of)
                        .map(limits -> WireObjects.account(view, limits)));
    }

    static Either<Failure, ObjectNode> withBalances(DeskCall at, Address account, ObjectNode body) {
        return at.account(account).flatMap((AccountView view) -> at.custody()
                .balances(account)
                .mapLeft(BuildFailures::of)
                .map(tokens -> {
                    WireObjects.balances(body.putArray("balances"), view.balance(), tokens);
                    return body;
                }));
    }

    private static Either<Failure, Answer> join(DeskCall at) {
        Reading reading = Reading.of(at, Unknown.REFUSED);
        Option<Address> multisig = reading.body().required("multisig_address", Shapes.ADDRESS);
        Option<Retry> retry = reading.retry();
        return reading.then(() -> at.desk()
                .join(multisig.get(), retry.get())
                .mapLeft(DeskFailures::of)
                .flatMap(ref -> read(at, ref.address()))
                .map(account -> Answer.of(201, account)));
    }
}
