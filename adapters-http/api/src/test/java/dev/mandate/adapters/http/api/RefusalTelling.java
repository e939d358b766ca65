package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;

import io.vavr.collection.Array;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A shop with one account, and what it tells of a request that it refuses. */
abstract class RefusalTelling {

    static final String D = "/api/v0/smart_account/transaction/";
    static final String SOL = "11111111111111111111111111111111";

    final HttpFixture fixture = new HttpFixture();
    final String account = fixture.account(fixture.acme);
    final String path = "/api/v1/smart-accounts/" + account;
    final String transactions = path + "/transactions";
    final String stranger = fixture.carol.address().toString();

    /** What is told of a refusal, each once, in the order of the alphabet. */
    Array<String> told(int status, String code, String method, String where, String body) {
        return told(fixture.refusal(status, code, method, where, quoted(body)).get("details"));
    }

    static Array<String> told(JsonNode problems) {
        return Array.ofAll(problems)
                .map(problem -> problem.get("field").stringValue() + " " + problem.get("code").stringValue())
                .distinct()
                .sorted();
    }

    String limit() {
        ObjectNode made = fixture.served(
                "POST",
                path + "/spending-limits",
                quoted("{'amount':'1000','token_address':'%s','period':'WEEKLY','spending_limit_signers':['%s'],'destinations':['%s']}")
                        .formatted(SOL, fixture.alice.address(), fixture.bob.address()));
        fixture.lands(account, made);
        return path + "/spending-limits/" + made.get("spending_limit_address").stringValue();
    }

    String proposed(String settings) {
        ObjectNode proposed = fixture.served("POST", transactions, quoted("{'settings':" + settings + "}"));
        fixture.lands(account, proposed);
        return transactions + "/" + proposed.get("transaction_index").longValue();
    }

    /** An account of Alice's whose settings belong to Ada. */
    String heldByAda() {
        ObjectNode made = fixture.served(
                "POST",
                "/api/v1/smart-accounts",
                quoted("{'smart_account_signers':[%s],'threshold':1,'admin_address':'%s'}")
                        .formatted(HttpFixture.signer(fixture.alice), fixture.ada.address()));
        return "/api/v1/smart-accounts/" + made.get("smart_account_address").stringValue();
    }
}
