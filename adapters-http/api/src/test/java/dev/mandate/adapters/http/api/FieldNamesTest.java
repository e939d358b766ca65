package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Refusals use the client's field name on each path, wherever in the engine the rule is. */
class FieldNamesTest {

    private static final String D = "/api/v0/smart_account/transaction/";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final Headers key = Headers.NONE.with("authorization", "Bearer " + fixture.acme);

    @Test
    void aLeavingSignerWithLimitsIsNamedByTheBuildersField() {
        fixture.lands(account, fixture.served("PATCH", path, quoted("{'threshold':2}").replace("2", "1")));
        String limit = quoted("{'amount':'5','token_address':'11111111111111111111111111111111','period':'DAILY',"
                        + "'spending_limit_signers':['%s']}")
                .formatted(fixture.bob.address());
        fixture.lands(account, fixture.served("POST", path + "/spending-limits", limit));

        fixture.refused(
                422,
                "signer_holds_limits",
                "POST",
                D + "signers/remove",
                leaving(fixture.bob),
                "signer_address");
        fixture.refused(
                422,
                "no_such_signer",
                "POST",
                D + "signers/remove",
                leaving(fixture.carol),
                "signer_address");
    }

    @Test
    void tooFewVotersNameTheFieldOfTheLeavingSigner() {
        fixture.refused(
                422,
                "threshold_exceeds_voters",
                "POST",
                D + "signers/remove",
                leaving(fixture.bob),
                "signer_address");
    }

    @Test
    void proposedSettingsByTheirPlaceInTheProposal() {
        fixture.refused(
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
        for (String nonce : Array.of(fixture.carol.address().toString(), "SysvarRecentB1ockHashes11111111111111111112")) {
            fixture.refused(
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
        fixture.fund(account, 1_000_000_000);
        ObjectNode made = fixture.served(
                "POST",
                path + "/spending-limits",
                quoted("{'amount':'5','token_address':'11111111111111111111111111111111','period':'DAILY',"
                                + "'spending_limit_signers':['%s'],'destinations':['%s']}")
                        .formatted(fixture.alice.address(), fixture.carol.address()));
        fixture.lands(account, made);
        String use = "/api/grid/v1/accounts/" + account + "/spending-limit/" + made.get("spending_limit_address").stringValue()
                + "/transactions";

        fixture.refused(
                422,
                "not_entitled",
                "POST",
                use,
                quoted("{'amount':1,'signer_address':'%s','recipient_address':'%s'}").formatted(fixture.bob.address(), fixture.carol.address()),
                "signer_address");
        fixture.refused(
                422,
                "destination_not_allowed",
                "POST",
                use,
                quoted("{'amount':1,'signer_address':'%s','recipient_address':'%s'}").formatted(fixture.alice.address(), fixture.bob.address()),
                "recipient_address");
    }

    @Test
    void signersInTheSdksWords() {
        fixture.refused(
                422,
                "no_proposer",
                "PATCH",
                "/api/grid/v1/accounts/" + account,
                quoted("{'signers':[{'address':'%s','permissions':['CAN_VOTE','CAN_EXECUTE']}],'threshold':1}").formatted(fixture.alice.address()),
                "signers");
        fixture.refused(
                422,
                "threshold_exceeds_voters",
                "POST",
                "/api/grid/v1/accounts",
                quoted("{'type':'signers','policies':{'signers':[%s],'threshold':2}}").formatted(HttpFixture.signer(fixture.alice)),
                "policies.threshold");
    }

    @Test
    void anAdminByTheNameOfThePath() {
        String terms = quoted("{'smart_account_signers':[%s],'threshold':1,'%s':'%s'}");

        fixture.refused(
                422,
                "fee_payer_protected",
                "POST",
                D + "create",
                terms.formatted(HttpFixture.signer(fixture.alice), "config_authority", fixture.operator.feePayer()),
                "config_authority");
        fixture.refused(
                422,
                "fee_payer_protected",
                "POST",
                "/api/v1/smart-accounts",
                terms.formatted(HttpFixture.signer(fixture.alice), "admin_address", fixture.operator.feePayer()),
                "admin_address");
    }

    @Test
    void aReusedKeyByTheHeaderInWhichItCame() {
        Headers named = key.with("idempotency-key", "once");
        assertEquals(201, fixture.ask(named, "POST", "/api/v1/smart-accounts", fixture.terms()).status());

        Reply reply = fixture.ask(named, "POST", "/api/v1/smart-accounts", fixture.terms().replace("\"threshold\":2", "\"threshold\":1"));

        assertEquals(409, reply.status());
        JsonNode details = HttpFixture.json(reply).get("details");
        assertEquals(1, details.size());
        JsonNode detail = details.get(0);
        assertEquals("idempotency-key", detail.get("field").stringValue());
        assertEquals("idempotency_key_reused", detail.get("code").stringValue());
    }

    /** Returns a body that removes {@code signer}, paid in SOL, with both possible signers. */
    private String leaving(TestKey signer) {
        return quoted("{'smart_account_address':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s','%s'],'signer_address':'%s'}")
                .formatted(account, fixture.alice.address(), fixture.bob.address(), signer.address());
    }
}
