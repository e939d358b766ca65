package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls of the public SDK, in its own format. */
class GridCallsTest {

    private static final String ACCOUNTS = "/api/grid/v1/accounts";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = made();
    private final String path = ACCOUNTS + "/" + account;

    private String made() {
        return fixture.servedInEnvelope("POST", ACCOUNTS, terms("")).get("address").stringValue();
    }

    private String terms(String more) {
        return quoted("{'type':'signers','grid_user_id':null,'policies':{'signers':[%s],'threshold':1,'time_lock':null%s}}")
                .formatted(
                        quoted("{'address':'%s','role':'backup','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE'],'provider':'external'}")
                                .formatted(fixture.alice.address()),
                        more.replace('\'', '"'));
    }

    @Test
    void theEnvelopeNamesIgnoredFields() {
        ObjectNode whole = fixture.served("POST", ACCOUNTS, terms(",'colour':'red'"));

        assertEquals("signers", whole.get("data").get("type").stringValue());
        assertEquals(1, whole.get("data").get("policies").get("threshold").intValue());
        assertTrue(whole.get("metadata").get("request_id").stringValue().startsWith("req_"));
        assertEquals("[\"policies.colour\"]", whole.get("metadata").get("ignored_fields").toString());
        assertEquals(
                quoted("['fee_config.tip','speed']"),
                fixture.served("PATCH", path, quoted("{'time_lock':5,'speed':1,'fee_config':{'self_managed_fees':true,'tip':1}}"))
                        .get("metadata")
                        .get("ignored_fields")
                        .toString());
    }

    @Test
    void anAccountIsReadInBothSpellings() {
        ObjectNode read = fixture.servedInEnvelope("GET", path, "");

        assertEquals(account, read.get("address").stringValue());
        assertEquals(account, read.get("smart_account_address").stringValue());
        assertEquals(
                quoted("[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE'],'role':'backup','provider':'external'}]")
                        .formatted(fixture.alice.address()),
                read.get("policies").get("signers").toString());
        assertEquals(read.get("policies").get("signers").get(0).get("role"), read.get("smart_account_signers").get(0).get("role"));
    }

    @Test
    void queryParametersThatReadsPassOverAreNamed() {
        for (String call : new String[] {path + "?colour=red", path + "/balances?colour=red", path + "/transfers?colour=red"}) {
            assertEquals(
                    "[\"colour\"]", fixture.served("GET", call, "").get("metadata").get("ignored_fields").toString(), call);
        }
    }

    @Test
    void balancesListSolAndTokens() {
        fixture.fund(account, 1_500_000_000);

        ObjectNode balances = fixture.servedInEnvelope("GET", path + "/balances", "");

        assertEquals("1500000000", balances.get("lamports").stringValue());
        assertEquals("1.5", balances.get("sol").toString());
        assertEquals(1, balances.get("tokens").size());
    }

    @Test
    void balancesComeToAnEndPageByPage() {
        ObjectNode second = fixture.servedInEnvelope("GET", path + "/balances?page=2&limit=1", "");

        assertEquals(0, second.get("tokens").size());
        assertEquals("0", second.get("sol").toString());
        assertEquals(1, fixture.servedInEnvelope("GET", path + "/balances?page=1&limit=1", "").get("tokens").size());
        assertEquals(
                0, fixture.servedInEnvelope("GET", path + "/balances?page=2147483647&limit=100", "").get("tokens").size());
        fixture.refused(422, "out_of_range", "GET", path + "/balances?page=0", "", "page");
        fixture.refused(422, "out_of_range", "GET", path + "/balances?page=2147483648", "", "page");
    }

    @Test
    void aMalformedTokenIsNotCalledMissingToo() {
        String limit = "{'amount':'1','%s':'1','period':'day','spending_limit_signers':['%s']}";
        for (String name : new String[] {"mint", "token_address"}) {
            String body = quoted(limit).formatted(name, fixture.alice.address());
            fixture.refused(400, "bad_address", "POST", path + "/spending-limit", body, name);
        }
    }

    @Test
    void limitsAreMadeReplacedUsedAndRemovedInItsWords() {
        String limit = aliceMaySpend();
        ObjectNode replaced = fixture.servedInEnvelope("PATCH", limit, quoted("{'amount':'7000000','period':'daily'}"));
        fixture.lands(account, replaced);
        String next = path + "/spending-limit/" + replaced.get("spending_limit_address").stringValue();

        fixture.lands(
                account,
                fixture.servedInEnvelope(
                        "POST",
                        next + "/transactions",
                        quoted("{'amount':2000000,'signer_address':'%s','recipient_address':'%s'}")
                                .formatted(fixture.alice.address(), fixture.carol.address())));
        assertEquals(
                "5000000",
                fixture.servedInEnvelope("GET", path, "")
                        .get("policies")
                        .get("spending_limits")
                        .get(0)
                        .get("remaining_amount")
                        .stringValue());

        fixture.lands(account, fixture.servedInEnvelope("DELETE", next, quoted("{'transaction_signers':[]}")));
        fixture.refused(404, "unknown_limit", "PATCH", next, quoted("{'amount':'1'}"));
    }

    @Test
    void onlyTheNamedSignerUsesALimit() {
        String use = aliceMaySpend() + "/transactions";
        String body = quoted("{'amount':'1','signer_address':'%s','recipient_address':'%s','transaction_signers':[%s]}");
        String carol = fixture.carol.address().toString();

        fixture.refused(
                400,
                "spelled_twice",
                "POST",
                use,
                body.formatted(fixture.alice.address(), carol, quoted("'%s'").formatted(fixture.bob.address())),
                "transaction_signers");
        for (String named : Array.of("", quoted("'%s'").formatted(fixture.alice.address()))) {
            ObjectNode built = fixture.servedInEnvelope("POST", use, body.formatted(fixture.alice.address(), carol, named));
            assertEquals(fixture.alice.address().toString(), built.get("transaction_signers").get(0).stringValue());
        }
    }

    /** Returns the address of a limit by which alice may spend 5,000,000 lamports a day; the account holds them. */
    private String aliceMaySpend() {
        fixture.fund(account, 1_000_000_000);
        ObjectNode made = fixture.servedInEnvelope(
                "POST",
                path + "/spending-limit",
                quoted("{'amount':5000000,'mint':'11111111111111111111111111111111','period':'day','spending_limit_signers':['%s']}")
                        .formatted(fixture.alice.address()));
        fixture.lands(account, made);
        return path + "/spending-limit/" + made.get("spending_limit_address").stringValue();
    }

    @Test
    void fieldsThatNarrowAuthorityAreNeverIgnored() {
        String limit = quoted("{'amount':'1','mint':'11111111111111111111111111111111','period':'day','spending_limit_signers':['%s'],%s}");

        assertEquals(
                1,
                destinations(limit.formatted(fixture.alice.address(), quoted("'destinations':['%s']").formatted(fixture.bob.address())))
                        .size());
        ObjectNode made = fixture.servedInEnvelope(
                "POST",
                path + "/spending-limit",
                limit.formatted(fixture.alice.address(), "\"expiration\":1999999999").replace("\"day\"", "\"yearly\""));
        fixture.lands(account, made);
        JsonNode reported = Array.ofAll(fixture.servedInEnvelope("GET", path, "").get("policies").get("spending_limits"))
                .find(one -> one.get("spending_limit_address").equals(made.get("spending_limit_address")))
                .get();
        assertEquals(1_999_999_999, reported.get("expiration").intValue());
        assertEquals("YEARLY", reported.get("period").stringValue());
        fixture.refused(
                422,
                "intent_required",
                "POST",
                path + "/spending-limit/" + made.get("spending_limit_address").stringValue() + "/transactions",
                quoted("{'amount':'1','signer_address':'%s','recipient_address':'%s'}").formatted(fixture.alice.address(), fixture.bob.address()),
                "intent");
    }

    /** The SDK takes these fields from its caller and never sends them. */
    @Test
    void aNewLimitsAnswerNamesTheBindingFieldsThatDidNotArrive() {
        String limit = quoted("{'amount':'1','mint':'11111111111111111111111111111111','period':'day','spending_limit_signers':['%s']%s}");
        String bound = quoted(",'destinations':['%s']").formatted(fixture.bob.address());
        for (var asked : Array.of(
                Tuple.of("", Array.of("destinations_not_sent_by_sdk", "expiration_not_sent_by_sdk")),
                Tuple.of(quoted(",'destinations':null,'expiration':null"), Array.of("destinations_not_sent_by_sdk", "expiration_not_sent_by_sdk")),
                Tuple.of(bound, Array.of("expiration_not_sent_by_sdk")),
                Tuple.of(bound + quoted(",'expiration':1999999999"), Array.<String>empty()))) {
            ObjectNode made = fixture.servedInEnvelope("POST", path + "/spending-limit", limit.formatted(fixture.alice.address(), asked._1));

            assertEquals(asked._2, Array.ofAll(made.get("warnings")).map(warning -> warning.get("code").stringValue()), asked._1);
            // Whatever is warned of may be acknowledged.
            fixture.lands(account, made);
        }
        assertEquals(
                0,
                fixture.served("POST", "/api/v1/smart-accounts/" + account + "/spending-limits", limit.formatted(fixture.alice.address(), "")
                                .replace("\"mint\"", "\"token_address\"")
                                .replace("\"day\"", "\"DAILY\""))
                        .get("warnings")
                        .size());
    }

    @Test
    void misplacedFieldsThatNarrowAuthorityAreRefused() {
        fixture.refused(
                400,
                "cannot_be_ignored",
                "POST",
                ACCOUNTS,
                terms(",'config_authority':'x','spending_limits':[]").replace("\"type\"", "\"time_lock\":3600,\"threshold\":2,\"type\""),
                "policies.config_authority",
                "policies.spending_limits",
                "time_lock",
                "threshold");
        fixture.refused(400, "cannot_be_ignored", "PATCH", path, quoted("{'time_lock':5,'policies':{'signers':[]}}"), "policies");
    }

    @Test
    void bothSpellingsOfAFieldMustAgree() {
        String alice = HttpFixture.signer(fixture.alice);
        String both = quoted("{'time_lock':1,'signers':[%s],'smart_account_signers':[%s]}");

        fixture.refused(400, "spelled_twice", "PATCH", path, both.formatted(alice, HttpFixture.signer(fixture.bob)), "smart_account_signers");
        assertTrue(fixture.servedInEnvelope("PATCH", path, both.formatted(alice, alice)).has("transaction"));
    }

    @Test
    void bothSpellingsOfPayerAndSignersMustAgree() {
        fixture.fund(account, 1_000_000_000);
        String draft = fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), 1_000));
        String paid = quoted("{'transaction':'%s','fee_config':{'payer_address':'%s'},'payer_address':'%s'}");
        String signed = quoted("{'transaction':'%s','transaction_signers':['%s'],'account_signers':['%s']}");

        String alice = fixture.alice.address().toString();
        String bob = fixture.bob.address().toString();

        fixture.refused(400, "spelled_twice", "POST", path + "/transactions", paid.formatted(draft, alice, bob), "payer_address");
        fixture.refused(400, "spelled_twice", "POST", path + "/transactions", signed.formatted(draft, alice, bob), "account_signers");
        for (String both : Array.of(paid, signed)) {
            assertTrue(fixture.servedInEnvelope("POST", path + "/transactions", both.formatted(draft, alice, alice))
                    .has("transaction"));
        }
    }

    private String heldByAda() {
        return fixture.servedInEnvelope("POST", ACCOUNTS, terms(quoted(",'admin_address':'%s'").formatted(fixture.ada.address())))
                .get("address")
                .stringValue();
    }

    @Test
    void aNullAdminBesideOtherChangesKeepsTheAdmin() {
        String admined = heldByAda();

        ObjectNode changed = fixture.served(
                "PATCH", ACCOUNTS + "/" + admined + "?admin=true", quoted("{'time_lock':7,'admin_address':null,'rent_collector':null}"));
        fixture.lands(admined, (ObjectNode) changed.get("data"));

        assertEquals(
                Array.of("admin_address", "rent_collector"),
                Array.ofAll(changed.get("metadata").get("ignored_fields")).map(JsonNode::stringValue).sorted());
        ObjectNode read = fixture.servedInEnvelope("GET", ACCOUNTS + "/" + admined, "");
        assertEquals(fixture.ada.address().toString(), read.get("admin_address").stringValue());
        assertEquals(7, read.get("time_lock").intValue());
    }

    @Test
    void nullAloneTakesTheAdminAway() {
        String admined = heldByAda();

        fixture.lands(
                admined,
                fixture.servedInEnvelope("PATCH", ACCOUNTS + "/" + admined + "?admin=true", quoted("{'admin_address':null}")));

        assertTrue(fixture.servedInEnvelope("GET", ACCOUNTS + "/" + admined, "").get("admin_address").isNull());
    }

    /** A 4xx means that it is safe to send another transaction. */
    @Test
    void aTransactionThatWouldFailIsRefusedAndNotSent() {
        ObjectNode reported = fixture.refusal(422, "simulation_failed", "POST", path + "/submit", submit(preparedTransfer()));

        assertFalse(reported.get("details").get(0).has("submission_id"), reported::toString);
    }

    @Test
    void aTransactionWithADeadBlockhashIsRefusedAndNotSent() {
        fixture.fund(account, 1_000_000_000);
        ObjectNode prepared = preparedTransfer();
        fixture.chain.expireBlockhashes();

        var reported = fixture.refusal(422, "blockhash_expired", "POST", path + "/submit", submit(prepared));

        assertFalse(reported.get("details").get(0).has("submission_id"), reported::toString);
    }

    @Test
    void aSentTransactionIsPendingUntilTheRepeatedCallConfirmsIt() {
        fixture.fund(account, 1_000_000_000);
        String body = submit(preparedTransfer());
        fixture.unanswered = "send";

        ObjectNode reported = fixture.refusal(504, "confirmation_pending", "POST", path + "/submit", body);
        fixture.unanswered = "";
        fixture.now = fixture.now.plusSeconds(2);
        ObjectNode landed = fixture.servedInEnvelope("POST", path + "/submit", body);

        assertEquals(landed.get("submission_id"), reported.get("details").get(0).get("submission_id"));
        assertEquals(landed.get("transaction_signature"), reported.get("details").get(0).get("transaction_signature"));
        assertEquals("confirmed", landed.get("status").stringValue());
    }

    /** A 400 would mean that it is safe to send another transaction. */
    @Test
    void aPendingTransactionIsReportedEvenIfTheCallIsMalformed() {
        fixture.fund(account, 1_000_000_000);
        String body = submit(preparedTransfer());
        String malformed = body.replace("[]", "[7]");
        var unused0 = fixture.refusal(400, "wrong_type", "POST", path + "/submit", malformed);
        fixture.unanswered = "send";
        var unused1 = fixture.refusal(504, "confirmation_pending", "POST", path + "/submit", body);

        var unused2 = fixture.refusal(504, "confirmation_pending", "POST", path + "/submit", malformed);
    }

    /** The journal may be a backup from before it landed. */
    @Test
    void aLandedTransactionThatTheJournalLacksIsReportedEvenIfTheCallIsMalformed() {
        fixture.fund(account, 1_000_000_000);
        ObjectNode prepared = preparedTransfer();
        String malformed = submit(prepared).replace("[]", "[7]");
        String stamped = submit(prepared).replace("[]", "[{\"provider\":\"privy\",\"public_key\":\"02\"}]");
        var unused0 = fixture.refusal(400, "wrong_type", "POST", path + "/submit", malformed);
        var unused1 = fixture.refusal(400, "bad_header", "POST", path + "/submit", stamped);
        assertTrue(fixture.chain.send(Bytes.of(Base64.getDecoder().decode(fixture.signed(prepared)))).isRight());

        fixture.unanswered = "landed";
        var unused2 = fixture.refusal(503, "chain_unreachable", "POST", path + "/submit", malformed);
        fixture.unanswered = "";

        assertEquals("confirmed", fixture.servedInEnvelope("POST", path + "/submit", stamped).get("status").stringValue());
    }

    @Test
    void anUnlandedTransactionIsRefusedOnceItHasExpired() {
        fixture.fund(account, 1_000_000_000);
        String body = submit(preparedTransfer());
        fixture.unanswered = "send";
        var pending = fixture.refusal(504, "confirmation_pending", "POST", path + "/submit", body);

        Array.range(0, 3).forEach(i -> fixture.chain.expireBlockhashes());
        ObjectNode reported = fixture.refusal(422, "transaction_expired", "POST", path + "/submit", body);

        assertEquals(pending.get("details").get(0).get("submission_id"), reported.get("details").get(0).get("submission_id"));
    }

    private ObjectNode preparedTransfer() {
        return fixture.servedInEnvelope(
                "POST",
                path + "/transactions",
                quoted("{'transaction':'%s'}")
                        .formatted(fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), 1_000_000))));
    }

    private String submit(ObjectNode prepared) {
        return quoted("{'transaction':'%s','kms_payloads':[]}").formatted(fixture.signed(prepared));
    }

    private JsonNode destinations(String body) {
        ObjectNode made = fixture.servedInEnvelope("POST", path + "/spending-limit", body);
        fixture.lands(account, made);
        return fixture.servedInEnvelope("GET", path, "").get("policies").get("spending_limits").get(0).get("destinations");
    }

    @Test
    void aTransactionIsPreparedAndSubmittedWithSignaturesApart() {
        fixture.fund(account, 1_000_000_000);
        ObjectNode prepared = fixture.servedInEnvelope(
                "POST",
                path + "/transactions",
                quoted("{'transaction':'%s','fee_config':{'currency':'sol','self_managed_fees':false},'payer_address':'%s'}")
                        .formatted(fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), 1_000_000)), fixture.alice.address()));

        assertEquals(0, prepared.get("kms_payloads").size());
        assertFalse(prepared.get("simulation_logs").isEmpty());
        assertEquals(prepared.get("simulation").get("logs"), prepared.get("simulation_logs"));
        assertEquals(
                quoted("['%s']").formatted(fixture.alice.address()), prepared.get("transaction_signers").toString());
        ObjectNode submitted = fixture.servedInEnvelope(
                "POST",
                path + "/submit",
                quoted("{'transaction':'%s','kms_payloads':[]}").formatted(fixture.signed(prepared)));
        assertEquals("confirmed", submitted.get("status").stringValue());
        assertTrue(submitted.has("confirmed_at"));
        assertTrue(submitted.has("transaction_signature"));
    }

    @Test
    void errorsAreFlat() {
        ObjectNode reported = fixture.refusal(404, "unknown_account", "GET", ACCOUNTS + "/" + fixture.bob.address(), "");

        assertTrue(reported.has("message") && reported.has("details") && reported.has("request_id") && reported.has("timestamp"));
    }

    @Test
    void theEnvironmentHeaderChoosesTheNetworkAndOnlyAssertsTheEnvironment() {
        Headers key = Headers.NONE.with("authorization", "Bearer " + fixture.acme);

        Reply wrong = fixture.ask(key.with("x-grid-environment", "production"), "GET", path, "");
        Reply elsewhere = fixture.ask(key.with("x-grid-environment", "devnet"), "GET", path, "");

        assertEquals("environment_mismatch", HttpFixture.json(wrong).get("code").stringValue());
        assertEquals("network_not_configured", HttpFixture.json(elsewhere).get("code").stringValue());
    }

    @Test
    void unsupportedCallsAnswerNotOffered() {
        fixture.refused(501, "not_offered", "GET", path + "/passkeys", "");
    }
}
