package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Two tenants on one server: for each, the other's objects do not exist. */
class TenantsOverHttpTest {

    private final HttpFixture fixture = new HttpFixture();
    private final String theirs = fixture.account(fixture.acme);
    private final String nobodys = fixture.alice.address().toString();

    private record Call(String method, String path, String body) {}

    @Test
    void anAccountOfAnotherTenantIsAnsweredAsMissing() {
        Array<Call> calls = Array.of(
                new Call("GET", "", ""),
                new Call("PATCH", "", "{\"threshold\":1}"),
                new Call("GET", "/spending-limits", ""),
                new Call(
                        "POST",
                        "/spending-limits",
                        "{\"amount\":\"1\",\"token_address\":\"%s\",\"period\":\"DAY\",\"spending_limit_signers\":[\"%s\"]}"
                                .formatted(nobodys, nobodys)),
                new Call("GET", "/transfers", ""),
                new Call("GET", "/transactions", ""),
                new Call("GET", "/transactions/1", ""),
                new Call("POST", "/transactions", "{\"settings\":{\"threshold\":1}}"),
                new Call("POST", "/transactions/1/approve", "{}"),
                new Call("POST", "/submit", "{\"transaction\":\"AQ==\"}"));
        for (Call call : calls) {
            Reply anothers = ask(theirs, call);
            Reply unknown = ask(nobodys, call);

            assertEquals(404, anothers.status(), call::toString);
            assertEquals(reported(unknown, nobodys), reported(anothers, theirs), call::toString);
        }
    }

    @Test
    void buildersThatNameTheAccountInTheBodyKeepItToo() {
        String limit = "'amount':'1','token_address':'%s','period':'DAY','spending_limit_signers':['%s']".formatted(nobodys, nobodys);
        for (Call builder : Array.of(
                new Call("POST", "signers/add", "'smart_account_signers':[" + HttpFixture.signer(fixture.carol) + "]"),
                new Call("POST", "signers/remove", "'signer_address':'" + nobodys + "'"),
                new Call("POST", "threshold/update", "'threshold':1"),
                new Call("POST", "spending_limit/create", limit),
                new Call("POST", "prepare", "'transaction':'AQ=='"))) {
            Reply reply = fixture.ask(
                    fixture.rival,
                    "POST",
                    "/api/v0/smart_account/transaction/" + builder.path(),
                    HttpFixture.quoted("{'smart_account_address':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s'],"
                                    .formatted(theirs, nobodys)
                            + builder.body()
                            + "}"));

            assertEquals(404, reply.status(), builder::toString);
        }
    }

    @Test
    void thePublicSdksCallsKeepItToo() {
        fixture.chain.airdrop(Address.of(theirs), BaseUnits.of(1_000_000_000));
        for (String call : Array.of("", "/balances", "/transfers")) {
            Reply own = fixture.ask(fixture.acme, "GET", "/api/grid/v1/accounts/" + theirs + call, "");
            Reply anothers = fixture.ask(fixture.rival, "GET", "/api/grid/v1/accounts/" + theirs + call, "");
            Reply unknown = fixture.ask(fixture.rival, "GET", "/api/grid/v1/accounts/" + nobodys + call, "");

            assertEquals(200, own.status(), call);
            assertEquals(404, anothers.status(), call);
            assertEquals(reported(unknown, nobodys), reported(anothers, theirs), call);
        }
    }

    @Test
    void listsHoldOnesOwn() {
        ObjectNode own = HttpFixture.json(fixture.ask(fixture.acme, "GET", "/api/v1/smart-accounts", ""));
        ObjectNode others = HttpFixture.json(fixture.ask(fixture.rival, "GET", "/api/v1/smart-accounts", ""));

        assertEquals(1, own.get("items").size());
        assertEquals(0, others.get("items").size());
    }

    private Reply ask(String account, Call call) {
        return fixture.ask(fixture.rival, call.method(), "/api/v1/smart-accounts/" + account + call.path(), call.body());
    }

    /** Returns the answer without the account's address and the request id. */
    private static String reported(Reply reply, String account) {
        return new String(reply.body().toArray(), StandardCharsets.UTF_8)
                .replace(account, "ACCOUNT")
                .replaceAll("req_[0-9a-f]+", "REQUEST");
    }
}
