package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.Shop.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls of the public SDK, as it spells them. */
class GridCallsTest {

    private static final String ACCOUNTS = "/api/grid/v1/accounts";

    private final Shop shop = new Shop();
    private final String account = made();
    private final String path = ACCOUNTS + "/" + account;

    private String made() {
        return shop.servedInEnvelope("POST", ACCOUNTS, terms("")).get("address").stringValue();
    }

    private String terms(String more) {
        return quoted("{'type':'signers','grid_user_id':null,'policies':{'signers':[%s],'threshold':1,'time_lock':null%s}}")
                .formatted(
                        quoted("{'address':'%s','role':'primary','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE'],'provider':'external'}")
                                .formatted(shop.alice.address()),
                        more.replace('\'', '"'));
    }

    @Test
    void answersComeInAnEnvelopeThatNamesWhatWasIgnored() {
        ObjectNode whole = shop.served("POST", ACCOUNTS, terms(",'colour':'red'"));

        assertEquals("signers", whole.get("data").get("type").stringValue());
        assertEquals(1, whole.get("data").get("policies").get("threshold").intValue());
        assertTrue(whole.get("metadata").get("request_id").stringValue().startsWith("req_"));
        assertEquals("[\"policies.colour\"]", whole.get("metadata").get("ignored_fields").toString());
        assertEquals(
                quoted("['fee_config.tip','speed']"),
                shop.served("PATCH", path, quoted("{'time_lock':5,'speed':1,'fee_config':{'self_managed_fees':true,'tip':1}}"))
                        .get("metadata")
                        .get("ignored_fields")
                        .toString());
    }

    @Test
    void anAccountIsReadInBothSpellings() {
        ObjectNode read = shop.servedInEnvelope("GET", path, "");

        assertEquals(account, read.get("address").stringValue());
        assertEquals(account, read.get("smart_account_address").stringValue());
        assertEquals(
                quoted("[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE'],'role':'primary','provider':'external'}]")
                        .formatted(shop.alice.address()),
                read.get("policies").get("signers").toString());
        assertEquals(2, read.get("smart_account_signers").get(0).size());
    }

    @Test
    void queryParametersThatReadsPassOverAreNamed() {
        for (String call : new String[] {path + "?colour=red", path + "/balances?colour=red", path + "/transfers?colour=red"}) {
            assertEquals(
                    "[\"colour\"]", shop.served("GET", call, "").get("metadata").get("ignored_fields").toString(), call);
        }
    }

    @Test
    void balancesTellSolAndTokens() {
        shop.fund(account, 1_500_000_000);

        ObjectNode balances = shop.servedInEnvelope("GET", path + "/balances", "");

        assertEquals("1500000000", balances.get("lamports").stringValue());
        assertEquals("1.5", balances.get("sol").toString());
        assertEquals(1, balances.get("tokens").size());
    }

    @Test
    void balancesComeToAnEndPageByPage() {
        ObjectNode second = shop.servedInEnvelope("GET", path + "/balances?page=2&limit=1", "");

        assertEquals(0, second.get("tokens").size());
        assertEquals("0", second.get("sol").toString());
        assertEquals(1, shop.servedInEnvelope("GET", path + "/balances?page=1&limit=1", "").get("tokens").size());
        assertEquals(
                0, shop.servedInEnvelope("GET", path + "/balances?page=2147483647&limit=100", "").get("tokens").size());
        shop.refused(422, "out_of_range", "GET", path + "/balances?page=0", "", "page");
        shop.refused(422, "out_of_range", "GET", path + "/balances?page=2147483648", "", "page");
    }

    @Test
    void aMalformedTokenIsNotCalledMissingToo() {
        String limit = "{'amount':'1','%s':'1','period':'day','spending_limit_signers':['%s']}";
        for (String name : new String[] {"mint", "token_address"}) {
            String body = quoted(limit).formatted(name, shop.alice.address());
            shop.refused(400, "bad_address", "POST", path + "/spending-limit", body, name);
        }
    }

    @Test
    void limitsAreMadeReplacedUsedAndRemovedInItsWords() {
        String limit = aliceMaySpend();
        ObjectNode replaced = shop.servedInEnvelope("PATCH", limit, quoted("{'amount':'7000000','period':'daily'}"));
        shop.lands(account, replaced);
        String next = path + "/spending-limit/" + replaced.get("spending_limit_address").stringValue();

        shop.lands(
                account,
                shop.servedInEnvelope(
                        "POST",
                        next + "/transactions",
                        quoted("{'amount':2000000,'signer_address':'%s','recipient_address':'%s'}")
                                .formatted(shop.alice.address(), shop.carol.address())));
        assertEquals(
                "5000000",
                shop.servedInEnvelope("GET", path, "")
                        .get("policies")
                        .get("spending_limits")
                        .get(0)
                        .get("remaining_amount")
                        .stringValue());

        shop.lands(account, shop.servedInEnvelope("DELETE", next, quoted("{'transaction_signers':[]}")));
        shop.refused(404, "unknown_limit", "PATCH", next, quoted("{'amount':'1'}"));
    }

    @Test
    void nobodyElseIsTakenForWhoUsesALimit() {
        String use = aliceMaySpend() + "/transactions";
        String body = quoted("{'amount':'1','signer_address':'%s','recipient_address':'%s','transaction_signers':[%s]}");
        String carol = shop.carol.address().toString();

        shop.refused(
                400,
                "spelled_twice",
                "POST",
                use,
                body.formatted(shop.alice.address(), carol, quoted("'%s'").formatted(shop.bob.address())),
                "transaction_signers");
        for (String named : Array.of("", quoted("'%s'").formatted(shop.alice.address()))) {
            ObjectNode built = shop.servedInEnvelope("POST", use, body.formatted(shop.alice.address(), carol, named));
            assertEquals(shop.alice.address().toString(), built.get("transaction_signers").get(0).stringValue());
        }
    }

    /** Where the limit stands by which alice spends 5,000,000 lamports a day out of the account, which has them. */
    private String aliceMaySpend() {
        shop.fund(account, 1_000_000_000);
        ObjectNode made = shop.servedInEnvelope(
                "POST",
                path + "/spending-limit",
                quoted("{'amount':5000000,'mint':'11111111111111111111111111111111','period':'day','spending_limit_signers':['%s']}")
                        .formatted(shop.alice.address()));
        shop.lands(account, made);
        return path + "/spending-limit/" + made.get("spending_limit_address").stringValue();
    }

    @Test
    void fieldsThatNarrowAuthorityAreNeverIgnored() {
        String limit = quoted("{'amount':'1','mint':'11111111111111111111111111111111','period':'day','spending_limit_signers':['%s'],%s}");

        shop.refused(
                422,
                "limit_needs_engine",
                "POST",
                path + "/spending-limit",
                limit.formatted(shop.alice.address(), "\"expiration\":1999999999"),
                "expiration");
        for (String yearly : Array.of("yearly", "YEARLY")) {
            shop.refused(
                    422,
                    "limit_needs_engine",
                    "POST",
                    path + "/spending-limit",
                    limit.formatted(shop.alice.address(), "\"destinations\":[]").replace("\"day\"", "\"" + yearly + "\""),
                    "period");
        }
        assertEquals(
                1,
                destinations(limit.formatted(shop.alice.address(), quoted("'destinations':['%s']").formatted(shop.bob.address())))
                        .size());
    }

    @Test
    void whatNarrowsAuthorityInAPlaceWithoutMeaningIsRefused() {
        shop.refused(
                400,
                "cannot_be_ignored",
                "POST",
                ACCOUNTS,
                terms(",'config_authority':'x','spending_limits':[]").replace("\"type\"", "\"time_lock\":3600,\"threshold\":2,\"type\""),
                "policies.config_authority",
                "policies.spending_limits",
                "time_lock",
                "threshold");
        shop.refused(400, "cannot_be_ignored", "PATCH", path, quoted("{'time_lock':5,'policies':{'signers':[]}}"), "policies");
    }

    @Test
    void twoSpellingsOfOneFieldSayTheSame() {
        String alice = Shop.signer(shop.alice);
        String both = quoted("{'time_lock':1,'signers':[%s],'smart_account_signers':[%s]}");

        shop.refused(400, "spelled_twice", "PATCH", path, both.formatted(alice, Shop.signer(shop.bob)), "smart_account_signers");
        assertTrue(shop.servedInEnvelope("PATCH", path, both.formatted(alice, alice)).has("transaction"));
    }

    @Test
    void twoSpellingsOfWhoPaysAndSignsSayTheSame() {
        shop.fund(account, 1_000_000_000);
        String draft = shop.draft(account, Shop.transfer(account, shop.carol.address(), 1_000));
        String paid = quoted("{'transaction':'%s','fee_config':{'payer_address':'%s'},'payer_address':'%s'}");
        String signed = quoted("{'transaction':'%s','transaction_signers':['%s'],'account_signers':['%s']}");

        String alice = shop.alice.address().toString();
        String bob = shop.bob.address().toString();

        shop.refused(400, "spelled_twice", "POST", path + "/transactions", paid.formatted(draft, alice, bob), "payer_address");
        shop.refused(400, "spelled_twice", "POST", path + "/transactions", signed.formatted(draft, alice, bob), "account_signers");
        for (String both : Array.of(paid, signed)) {
            assertTrue(shop.servedInEnvelope("POST", path + "/transactions", both.formatted(draft, alice, alice))
                    .has("transaction"));
        }
    }

    private String heldByAda() {
        return shop.servedInEnvelope("POST", ACCOUNTS, terms(quoted(",'admin_address':'%s'").formatted(shop.ada.address())))
                .get("address")
                .stringValue();
    }

    @Test
    void nullMeansThatNothingIsSaidOfTheAdminBesideOtherThings() {
        String admined = heldByAda();

        ObjectNode changed = shop.served(
                "PATCH", ACCOUNTS + "/" + admined + "?admin=true", quoted("{'time_lock':7,'admin_address':null,'rent_collector':null}"));
        shop.lands(admined, (ObjectNode) changed.get("data"));

        assertEquals(
                Array.of("admin_address", "rent_collector"),
                Array.ofAll(changed.get("metadata").get("ignored_fields")).map(JsonNode::stringValue).sorted());
        ObjectNode read = shop.servedInEnvelope("GET", ACCOUNTS + "/" + admined, "");
        assertEquals(shop.ada.address().toString(), read.get("admin_address").stringValue());
        assertEquals(7, read.get("time_lock").intValue());
    }

    @Test
    void nullAloneTakesTheAdminAway() {
        String admined = heldByAda();

        shop.lands(
                admined,
                shop.servedInEnvelope("PATCH", ACCOUNTS + "/" + admined + "?admin=true", quoted("{'admin_address':null}")));

        assertTrue(shop.servedInEnvelope("GET", ACCOUNTS + "/" + admined, "").get("admin_address").isNull());
    }

    /** A 4xx means that another transaction is safe. */
    @Test
    void aTransactionThatWouldFailIsRefusedAndNotSent() {
        ObjectNode told = shop.refusal(422, "simulation_failed", "POST", path + "/submit", submit(preparedTransfer()));

        assertFalse(told.get("details").get(0).has("submission_id"), told::toString);
    }

    @Test
    void aTransactionWithADeadBlockhashIsRefusedAndNotSent() {
        shop.fund(account, 1_000_000_000);
        ObjectNode prepared = preparedTransfer();
        shop.chain.expireBlockhashes();

        var told = shop.refusal(422, "blockhash_expired", "POST", path + "/submit", submit(prepared));

        assertFalse(told.get("details").get(0).has("submission_id"), told::toString);
    }

    @Test
    void whatWasSentAndHasNotLandedIsPendingAndTheSameCallLandsIt() {
        shop.fund(account, 1_000_000_000);
        String body = submit(preparedTransfer());
        shop.losesWhatIsSent = true;

        ObjectNode told = shop.refusal(504, "confirmation_pending", "POST", path + "/submit", body);
        shop.losesWhatIsSent = false;
        ObjectNode landed = shop.servedInEnvelope("POST", path + "/submit", body);

        assertEquals(landed.get("submission_id"), told.get("details").get(0).get("submission_id"));
        assertEquals(landed.get("transaction_signature"), told.get("details").get(0).get("transaction_signature"));
        assertEquals("confirmed", landed.get("status").stringValue());
    }

    /** A 400 would say that another transaction is safe. */
    @Test
    void whatIsOnItsWayIsPendingHoweverMalformedTheCallIs() {
        shop.fund(account, 1_000_000_000);
        String body = submit(preparedTransfer());
        String malformed = body.replace("[]", "[7]");
        shop.refusal(400, "wrong_type", "POST", path + "/submit", malformed);
        shop.losesWhatIsSent = true;
        shop.refusal(504, "confirmation_pending", "POST", path + "/submit", body);

        shop.refusal(504, "confirmation_pending", "POST", path + "/submit", malformed);
    }

    @Test
    void whatWasSentAndNeverLandedIsRefusedOnceItCannotLandAnyMore() {
        shop.fund(account, 1_000_000_000);
        String body = submit(preparedTransfer());
        shop.losesWhatIsSent = true;
        var pending = shop.refusal(504, "confirmation_pending", "POST", path + "/submit", body);

        Array.range(0, 3).forEach(i -> shop.chain.expireBlockhashes());
        ObjectNode told = shop.refusal(422, "transaction_expired", "POST", path + "/submit", body);

        assertEquals(pending.get("details").get(0).get("submission_id"), told.get("details").get(0).get("submission_id"));
    }

    private ObjectNode preparedTransfer() {
        return shop.servedInEnvelope(
                "POST",
                path + "/transactions",
                quoted("{'transaction':'%s'}")
                        .formatted(shop.draft(account, Shop.transfer(account, shop.carol.address(), 1_000_000))));
    }

    private String submit(ObjectNode prepared) {
        return quoted("{'transaction':'%s','kms_payloads':[]}").formatted(shop.signed(prepared));
    }

    private JsonNode destinations(String body) {
        ObjectNode made = shop.servedInEnvelope("POST", path + "/spending-limit", body);
        shop.lands(account, made);
        return shop.servedInEnvelope("GET", path, "").get("policies").get("spending_limits").get(0).get("destinations");
    }

    @Test
    void aTransactionIsPreparedAndSubmittedWithSignaturesApart() {
        shop.fund(account, 1_000_000_000);
        ObjectNode prepared = shop.servedInEnvelope(
                "POST",
                path + "/transactions",
                quoted("{'transaction':'%s','fee_config':{'currency':'sol','self_managed_fees':false},'payer_address':'%s'}")
                        .formatted(shop.draft(account, Shop.transfer(account, shop.carol.address(), 1_000_000)), shop.alice.address()));

        assertEquals(0, prepared.get("kms_payloads").size());
        assertFalse(prepared.get("simulation_logs").isEmpty());
        assertEquals(prepared.get("simulation").get("logs"), prepared.get("simulation_logs"));
        assertEquals(
                quoted("['%s']").formatted(shop.alice.address()), prepared.get("transaction_signers").toString());
        ObjectNode submitted = shop.servedInEnvelope(
                "POST",
                path + "/submit",
                quoted("{'transaction':'%s','kms_payloads':[]}").formatted(shop.signed(prepared)));
        assertEquals("confirmed", submitted.get("status").stringValue());
        assertTrue(submitted.has("confirmed_at"));
        assertTrue(submitted.has("transaction_signature"));
    }

    @Test
    void errorsAreFlat() {
        ObjectNode told = shop.refusal(404, "unknown_account", "GET", ACCOUNTS + "/" + shop.bob.address(), "");

        assertTrue(told.has("message") && told.has("details") && told.has("request_id") && told.has("timestamp"));
    }

    @Test
    void theEnvironmentHeaderChoosesTheNetworkAndOnlyAssertsTheEnvironment() {
        Headers key = Headers.NONE.with("authorization", "Bearer " + shop.acme);

        Reply wrong = shop.ask(key.with("x-grid-environment", "production"), "GET", path, "");
        Reply elsewhere = shop.ask(key.with("x-grid-environment", "devnet"), "GET", path, "");

        assertEquals("environment_mismatch", Shop.json(wrong).get("code").stringValue());
        assertEquals("network_not_configured", Shop.json(elsewhere).get("code").stringValue());
    }

    @Test
    void whatIsNotOfferedSaysSo() {
        shop.refused(501, "not_offered", "GET", path + "/passkeys", "");
        shop.refused(501, "not_offered", "POST", ACCOUNTS, quoted("{'type':'email','email':'a@example.org'}"), "type");
        shop.refused(
                400,
                "bad_query",
                "POST",
                ACCOUNTS + "?dry_run=perhaps",
                quoted("{'type':'email','email':'a@example.org','memo':1}"),
                "dry_run",
                "memo",
                "type");
    }
}
