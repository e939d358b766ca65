package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.Shop.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.testkit.keys.TestKey;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a refusal names is a field as the client spelt it on that path, wherever in the engine the rule stands. */
class FieldNamesTest {

    private static final String D = "/api/v0/smart_account/transaction/";

    private final Shop shop = new Shop();
    private final String account = shop.account(shop.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final Headers key = Headers.NONE.with("authorization", "Bearer " + shop.acme);

    @Test
    void whoIsToLeaveByTheNameOfThatBuilder() {
        shop.lands(account, shop.served("PATCH", path, quoted("{'threshold':2}").replace("2", "1")));
        String limit = quoted("{'amount':'5','token_address':'11111111111111111111111111111111','period':'DAILY',"
                        + "'spending_limit_signers':['%s']}")
                .formatted(shop.bob.address());
        shop.lands(account, shop.served("POST", path + "/spending-limits", limit));

        shop.refused(
                422,
                "signer_holds_limits",
                "POST",
                D + "signers/remove",
                leaving(shop.bob),
                "signer_address");
        shop.refused(
                422,
                "no_such_signer",
                "POST",
                D + "signers/remove",
                leaving(shop.carol),
                "signer_address");
    }

    @Test
    void whatLeavesTooFewByWhoIsToLeave() {
        shop.refused(
                422,
                "threshold_exceeds_voters",
                "POST",
                D + "signers/remove",
                leaving(shop.bob),
                "signer_address");
    }

    @Test
    void proposedSettingsByTheirPlaceInTheProposal() {
        shop.refused(
                422,
                "threshold_exceeds_voters",
                "POST",
                path + "/transactions",
                quoted("{'settings':{'threshold':9,'time_lock':7776001}}"),
                "settings.threshold",
                "settings.time_lock");
    }

    @Test
    void aNonceAccountByItsOwnField() {
        for (String nonce : Array.of(shop.carol.address().toString(), "SysvarRecentB1ockHashes11111111111111111112")) {
            shop.refused(
                    422,
                    "nonce_not_allowed",
                    "PATCH",
                    path,
                    quoted("{'time_lock':1,'nonce_account':'" + nonce + "'}"),
                    "nonce_account");
        }
    }

    @Test
    void usesOfALimitInTheSdksWords() {
        shop.fund(account, 1_000_000_000);
        ObjectNode made = shop.served(
                "POST",
                path + "/spending-limits",
                quoted("{'amount':'5','token_address':'11111111111111111111111111111111','period':'DAILY',"
                                + "'spending_limit_signers':['%s'],'destinations':['%s']}")
                        .formatted(shop.alice.address(), shop.carol.address()));
        shop.lands(account, made);
        String use = "/api/grid/v1/accounts/" + account + "/spending-limit/" + made.get("spending_limit_address").stringValue()
                + "/transactions";

        shop.refused(
                422,
                "not_entitled",
                "POST",
                use,
                quoted("{'amount':1,'signer_address':'%s','recipient_address':'%s'}").formatted(shop.bob.address(), shop.carol.address()),
                "signer_address");
        shop.refused(
                422,
                "destination_not_allowed",
                "POST",
                use,
                quoted("{'amount':1,'signer_address':'%s','recipient_address':'%s'}").formatted(shop.alice.address(), shop.bob.address()),
                "recipient_address");
    }

    @Test
    void signersInTheSdksWords() {
        shop.refused(
                422,
                "no_proposer",
                "PATCH",
                "/api/grid/v1/accounts/" + account,
                quoted("{'signers':[{'address':'%s','permissions':['CAN_VOTE','CAN_EXECUTE']}],'threshold':1}").formatted(shop.alice.address()),
                "signers");
        shop.refused(
                422,
                "threshold_exceeds_voters",
                "POST",
                "/api/grid/v1/accounts",
                quoted("{'type':'signers','policies':{'signers':[%s],'threshold':2}}").formatted(Shop.signer(shop.alice)),
                "policies.threshold");
    }

    @Test
    void anAdminByTheNameOfThePath() {
        String terms = quoted("{'smart_account_signers':[%s],'threshold':1,'%s':'%s'}");

        shop.refused(
                422,
                "fee_payer_protected",
                "POST",
                D + "create",
                terms.formatted(Shop.signer(shop.alice), "config_authority", shop.operator.feePayer()),
                "config_authority");
        shop.refused(
                422,
                "fee_payer_protected",
                "POST",
                "/api/v1/smart-accounts",
                terms.formatted(Shop.signer(shop.alice), "admin_address", shop.operator.feePayer()),
                "admin_address");
    }

    @Test
    void aReusedKeyByTheHeaderInWhichItCame() {
        Headers named = key.with("idempotency-key", "once");
        assertEquals(201, shop.ask(named, "POST", "/api/v1/smart-accounts", shop.terms()).status());

        Reply reply = shop.ask(named, "POST", "/api/v1/smart-accounts", shop.terms().replace("\"threshold\":2", "\"threshold\":1"));

        assertEquals(409, reply.status());
        JsonNode details = Shop.json(reply).get("details");
        assertEquals(1, details.size());
        JsonNode detail = details.get(0);
        assertEquals("idempotency-key", detail.get("field").stringValue());
        assertEquals("idempotency_key_reused", detail.get("code").stringValue());
    }

    /** That {@code signer} leaves, paid in SOL, with both ready to sign. */
    private String leaving(TestKey signer) {
        return quoted("{'smart_account_address':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s','%s'],'signer_address':'%s'}")
                .formatted(account, shop.alice.address(), shop.bob.address(), signer.address());
    }
}
