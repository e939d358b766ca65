package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.Shop.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that breaks several rules is told of each of them: of those of the account, of its limits, of who signs and who pays. The state
 * of things goes before what breaks a rule, and what is malformed before both.
 */
class RulesAtOnceTest {

    private static final String D = "/api/v0/smart_account/transaction/";
    private static final String SOL = "11111111111111111111111111111111";

    private final Shop shop = new Shop();
    private final String account = shop.account(shop.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final String transactions = path + "/transactions";
    private final String stranger = shop.carol.address().toString();

    /** What is told of a refusal, each once, in the order of the alphabet. */
    private Array<String> told(int status, String code, String method, String where, String body) {
        return told(shop.refusal(status, code, method, where, quoted(body)).get("details"));
    }

    private static Array<String> told(JsonNode problems) {
        return Array.ofAll(problems)
                .map(problem -> problem.get("field").stringValue() + " " + problem.get("code").stringValue())
                .distinct()
                .sorted();
    }

    private String limit() {
        ObjectNode made = shop.served(
                "POST",
                path + "/spending-limits",
                quoted("{'amount':'1000','token_address':'%s','period':'WEEKLY','spending_limit_signers':['%s'],'destinations':['%s']}")
                        .formatted(SOL, shop.alice.address(), shop.bob.address()));
        shop.lands(account, made);
        return path + "/spending-limits/" + made.get("spending_limit_address").stringValue();
    }

    private String proposed(String settings) {
        ObjectNode proposed = shop.served("POST", transactions, quoted("{'settings':" + settings + "}"));
        shop.lands(account, proposed);
        return transactions + "/" + proposed.get("transaction_index").longValue();
    }

    /** An account of Alice's whose settings belong to Ada. */
    private String heldByAda() {
        ObjectNode made = shop.served(
                "POST",
                "/api/v1/smart-accounts",
                quoted("{'smart_account_signers':[%s],'threshold':1,'admin_address':'%s'}")
                        .formatted(Shop.signer(shop.alice), shop.ada.address()));
        return "/api/v1/smart-accounts/" + made.get("smart_account_address").stringValue();
    }

    @Nested
    class OfALimit {

        @Test
        void whoSpendsWhereToAndHowMuchAreThreeQuestions() {
            assertEquals(
                    Array.of(
                            "amount limit_exceeded",
                            "amount not_covered",
                            "destination destination_not_allowed",
                            "signer not_entitled"),
                    told(
                            422,
                            "not_entitled",
                            "POST",
                            limit() + "/use",
                            "{'amount':'1001','destination':'%s','signer':'%s'}".formatted(stranger, stranger)));
        }

        @Test
        void andSoIsWhoPays() {
            assertEquals(
                    Array.of("amount amount_zero", "fee_config.payer_address payer_cannot_pay", "signer not_entitled"),
                    told(
                            422,
                            "amount_zero",
                            "POST",
                            limit() + "/use",
                            "{'amount':'0','destination':'%s','signer':'%s','fee_config':{'payer_address':'%s'}}"
                                    .formatted(shop.bob.address(), stranger, account)));
        }

        @Test
        void nobodyButItsSignerSignsAUse() {
            String use = limit() + "/use?dry_run=true";
            String body = "{'amount':'1','destination':'%s','signer':'%s','transaction_signers':['%s']}";

            assertEquals(
                    Array.of("transaction_signers spelled_twice"),
                    told(400, "spelled_twice", "POST", use, body.formatted(shop.bob.address(), shop.alice.address(), stranger)));
            assertTrue(shop.served("POST", use, quoted(body).formatted(shop.bob.address(), shop.alice.address(), shop.alice.address()))
                    .has("verdict"));
        }

        @Test
        void aReplacementThatChangesNothingIsToldWithThoseWhoCannotMakeIt() {
            assertEquals(
                    Array.of(" nothing_to_change", "transaction_signers not_a_signer", "transaction_signers signers_insufficient"),
                    told(422, "nothing_to_change", "PATCH", limit(), "{'amount':'1000','transaction_signers':['%s']}".formatted(stranger)));
        }
    }

    @Nested
    class OfSettings {

        @Test
        void anAdminThatCannotBeAddedIsToldWithTheRest() {
            assertEquals(
                    Array.of(
                            "admin_address admin_cannot_be_added",
                            "fee_config.payer_address payer_cannot_pay",
                            "threshold threshold_exceeds_voters",
                            "time_lock time_lock_too_long"),
                    told(
                            422,
                            "admin_cannot_be_added",
                            "PATCH",
                            path,
                            "{'admin_address':'%s','threshold':9,'time_lock':7776001,'fee_config':{'payer_address':'%s'}}"
                                    .formatted(shop.ada.address(), account)));
        }

        @Test
        void settingsSignersAndPayerAreToldTogether() {
            assertEquals(
                    Array.of(
                            "fee_config.payer_address payer_cannot_pay",
                            "threshold threshold_exceeds_voters",
                            "transaction_signers not_a_signer",
                            "transaction_signers signers_insufficient"),
                    told(
                            422,
                            "threshold_exceeds_voters",
                            "POST",
                            D + "threshold/update",
                            "{'smart_account_address':'%s','threshold':9,'transaction_signers':['%s'],'fee_config':{'currency':'sol','payer_address':'%s'}}"
                                    .formatted(account, stranger, account)));
        }

        @Test
        void everyoneWhoIsThereAlreadyIsNamed() {
            ObjectNode told = shop.refusal(
                    422,
                    "already_a_signer",
                    "POST",
                    D + "signers/add",
                    quoted("{'smart_account_address':'%s','smart_account_signers':[%s,%s],'transaction_signers':['%s'],'fee_config':{'currency':'sol'}}")
                            .formatted(account, Shop.signer(shop.alice), Shop.signer(shop.bob), shop.alice.address()));

            assertEquals(
                    Array.of(
                            "smart_account_signers already_a_signer",
                            "smart_account_signers already_a_signer",
                            "transaction_signers signers_insufficient"),
                    Array.ofAll(told.get("details")).map(one -> one.get("field").stringValue() + " " + one.get("code").stringValue()));
        }

        @Test
        void whoIsNotTheAdminIsToldWhatElseIsWrong() {
            String at = heldByAda();

            assertEquals(
                    Array.of("threshold threshold_exceeds_voters", "transaction_signers not_the_admin"),
                    told(
                            422,
                            "not_the_admin",
                            "PATCH",
                            at + "?admin=true",
                            "{'threshold':9,'transaction_signers':['%s']}".formatted(shop.alice.address())));
            assertEquals(
                    Array.of("admin admin_controls_settings", "threshold threshold_exceeds_voters"),
                    told(422, "admin_controls_settings", "PATCH", at, "{'threshold':9,'transaction_signers':['%s']}".formatted(stranger)),
                    "no vote changes anything, so that it makes no difference who would vote");
            assertEquals(
                    Array.of("admin admin_controls_settings", "threshold threshold_exceeds_voters"),
                    told(422, "admin_controls_settings", "PATCH", at, "{'threshold':9,'admin_address':null}"));
            assertEquals(
                    Array.of("limit unknown_limit"),
                    told(
                            404,
                            "unknown_limit",
                            "PATCH",
                            at + "/spending-limits/" + stranger + "?admin=true",
                            "{'amount':'5','transaction_signers':['%s']}".formatted(stranger)));
        }

        @Test
        void aSignerWhoIsTheOperatorsIsToldWithTheThresholdThatThenWouldNotDo() {
            assertEquals(
                    Array.of("smart_account_signers fee_payer_protected", "threshold threshold_exceeds_voters"),
                    told(
                            422,
                            "fee_payer_protected",
                            "PATCH",
                            path,
                            "{'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}]}"
                                    .formatted(shop.operator.feePayer())));
        }
    }

    @Nested
    class OfATransactionsLife {

        @Test
        void whatIsStaleIsOverWhateverElseItWaitsFor() {
            String open = proposed("{'time_lock':7}");
            shop.lands(account, shop.served("PATCH", path, quoted("{'time_lock':60}")));

            assertEquals(
                    Array.of(" transaction_stale", " transaction_state"), told(409, "transaction_stale", "POST", open + "/execute", "{}"));
            ObjectNode verdict =
                    (ObjectNode) shop.served("POST", open + "/execute?dry_run=true", "{}").get("verdict");
            assertEquals("Propose it again.", verdict.get("remedy").stringValue(), verdict::toString);
        }

        @Test
        void theOperatorIsRefusedWithinInstructionsEvenWhereSignersAreMissing() {
            String operators = shop.draft(
                    account,
                    Shop.transfer(account, shop.bob.address(), 1),
                    Shop.transfer(shop.operator.feePayer().toString(), shop.bob.address(), 1));

            assertEquals(
                    Array.of("transaction fee_payer_protected", "transaction_signers signers_insufficient"),
                    told(
                            422,
                            "fee_payer_protected",
                            "POST",
                            D + "prepare",
                            "{'smart_account_address':'%s','transaction':'%s','transaction_signers':['%s'],'fee_config':{'currency':'sol'}}"
                                    .formatted(account, operators, shop.alice.address())));
        }

        @Test
        void theStateGoesBeforeWhoMayAndBothAreTold() {
            String open = proposed("{'time_lock':7}");

            assertEquals(
                    Array.of(" transaction_state", "transaction_signers not_a_signer", "transaction_signers signers_insufficient"),
                    told(409, "transaction_state", "POST", open + "/execute", "{'transaction_signers':['%s']}".formatted(stranger)));
            assertEquals(
                    Array.of(" transaction_state", "transaction_signers not_a_signer"),
                    told(409, "transaction_state", "POST", open + "/cancel", "{'transaction_signers':['%s']}".formatted(stranger)));
        }

        @Test
        void everyVoterIsTold() {
            String open = proposed("{'time_lock':7}");
            shop.lands(account, shop.served("POST", open + "/approve", quoted("{'transaction_signers':['%s']}").formatted(shop.alice.address())));

            ObjectNode told = shop.refusal(
                    409,
                    "already_voted",
                    "POST",
                    open + "/approve",
                    quoted("{'transaction_signers':['%s','%s','%s']}").formatted(stranger, shop.ada.address(), shop.alice.address()));

            assertEquals(
                    Array.of("transaction_signers already_voted", "transaction_signers not_a_signer", "transaction_signers not_a_signer"),
                    Array.ofAll(told.get("details"))
                            .map(one -> one.get("field").stringValue() + " " + one.get("code").stringValue())
                            .sorted());
            assertTrue(told.get("details").toString().contains(stranger) && told.get("details").toString().contains(shop.ada.address().toString()));
        }

        @Test
        void whoIsNoSignerSignsNothingEvenWhereOthersSuffice() {
            String open = proposed("{'time_lock':7}");
            String both = "{'transaction_signers':['%s','%s']}".formatted(shop.alice.address(), stranger);

            assertEquals(
                    Array.of("transaction_signers not_a_signer"), told(422, "not_a_signer", "POST", open + "/approve", both));
            assertEquals(
                    Array.of("transaction_signers not_a_signer"),
                    told(
                            422,
                            "not_a_signer",
                            "POST",
                            transactions,
                            "{'settings':{'time_lock':8},'transaction_signers':['%s','%s']}".formatted(shop.alice.address(), stranger)));
            shop.lands(account, shop.served("POST", open + "/approve", "{}"));
            assertEquals(
                    Array.of("transaction_signers not_a_signer"), told(422, "not_a_signer", "POST", open + "/execute", both));
        }

        @Test
        void aDryRunTellsThemAllAndThatMoreSignersAloneWouldNotDo() {
            String open = proposed("{'time_lock':7}");

            ObjectNode verdict = (ObjectNode) shop.served(
                            "POST", open + "/execute?dry_run=true", quoted("{'transaction_signers':['%s']}").formatted(stranger))
                    .get("verdict");

            assertEquals("refused transaction_state", verdict.get("outcome").stringValue() + " " + verdict.get("code").stringValue());
            assertEquals(
                    Array.of(" transaction_state", "transaction_signers not_a_signer", "transaction_signers signers_insufficient"),
                    told(verdict.get("facts").get("problems")));
        }
    }

    @Nested
    class OfWhatIsMalformed {

        @Test
        void ofSignaturesThatCouldNotBeReadNobodySaysThatTheyAreMissing() {
            ObjectNode built = shop.served("PATCH", path, quoted("{'time_lock':5}"));
            String submit = "{'transaction':'%s','kms_payloads':%s}";
            String unsigned = built.get("transaction").stringValue();

            assertEquals(
                    Array.of("kms_payloads wrong_type"),
                    told(400, "wrong_type", "POST", path + "/submit", submit.formatted(unsigned, "5")));
            assertEquals(
                    Array.of("kms_payloads[0].signature bad_base64"),
                    told(
                            400,
                            "bad_base64",
                            "POST",
                            path + "/submit",
                            submit.formatted(unsigned, "[{'provider':'external','signature':'abc'}]")));
        }

        @Test
        void aUseIsToldOfTheRulesThatItsSoundFieldsBreak() {
            String limit = limit();

            assertEquals(
                    Array.of(
                            "amount bad_amount",
                            "destination destination_not_allowed",
                            "fee_config.payer_address payer_cannot_pay",
                            "signer not_entitled"),
                    told(
                            400,
                            "bad_amount",
                            "POST",
                            limit + "/use",
                            "{'amount':'x','destination':'%s','signer':'%s','fee_config':{'payer_address':'%s'}}"
                                    .formatted(stranger, stranger, account)));
            assertEquals(
                    Array.of("amount limit_exceeded", "amount not_covered", "destination bad_address", "signer missing_field"),
                    told(400, "bad_address", "POST", limit + "/use", "{'amount':'1001','destination':'x'}"));
        }

        @Test
        void whoSignsAndPaysIsToldWithoutATransactionAsWell() {
            assertEquals(
                    Array.of(
                            "fee_config.payer_address payer_cannot_pay",
                            "transaction bad_base64",
                            "transaction_signers not_a_signer",
                            "transaction_signers signers_insufficient"),
                    told(
                            400,
                            "bad_base64",
                            "POST",
                            D + "prepare",
                            "{'smart_account_address':'%s','transaction':'%%','transaction_signers':['%s'],'fee_config':{'currency':'sol','payer_address':'%s'}}"
                                    .formatted(account, stranger, account)));
        }

        @Test
        void whoPaysIsToldBesideACurrencyThatIsNone() {
            assertEquals(
                    Array.of(
                            "fee_config.currency unsupported_fee_currency",
                            "fee_config.payer_address payer_cannot_pay",
                            "threshold threshold_exceeds_voters"),
                    told(
                            422,
                            "unsupported_fee_currency",
                            "PATCH",
                            path,
                            "{'threshold':9,'fee_config':{'currency':'usdc','payer_address':'%s'}}".formatted(account)));
        }

        @Test
        void theStateOfThingsIsToldBesideIt() {
            String open = proposed("{'time_lock':7}");

            assertEquals(
                    Array.of(" transaction_state", "memo wrong_type"),
                    told(400, "wrong_type", "POST", open + "/execute", "{'memo':5}"));
        }

        @Test
        void settingsThatAreSoundAreToldBesideSignersThatAreNot() {
            assertEquals(
                    Array.of(
                            "admin_address admin_cannot_be_added",
                            "smart_account_signers[0].address bad_address",
                            "time_lock time_lock_too_long"),
                    told(
                            400,
                            "bad_address",
                            "PATCH",
                            path,
                            "{'smart_account_signers':[{'address':'xx','permissions':['CAN_VOTE']}],'time_lock':7776001,'admin_address':'%s'}"
                                    .formatted(shop.ada.address())));
        }

        @Test
        void anAccountThatTheOperatorShouldGovernIsToldSoBesideIt() {
            assertEquals(
                    Array.of(
                            "admin_address fee_payer_protected",
                            "bogus unknown_field",
                            "smart_account_signers no_executor",
                            "smart_account_signers no_proposer",
                            "threshold missing_field"),
                    told(
                            400,
                            "missing_field",
                            "POST",
                            "/api/v1/smart-accounts",
                            "{'smart_account_signers':[{'address':'%s','permissions':['CAN_VOTE']}],'admin_address':'%s','bogus':1}"
                                    .formatted(shop.alice.address(), shop.operator.feePayer())));
        }

        @Test
        void bytesThatAreNoTransactionAreToldWithTheOtherFields() {
            assertEquals(
                    Array.of("bogus unknown_field", "transaction bad_transaction"),
                    told(400, "unknown_field", "POST", path + "/submit", "{'transaction':'AQID','bogus':1}"));
            assertEquals(
                    Array.of("memo wrong_type", "transaction bad_transaction"),
                    told(400, "wrong_type", "POST", transactions, "{'transaction':'AQID','memo':5}"));
            assertEquals(
                    Array.of("transaction bad_transaction", "transaction_signers[0] wrong_type"),
                    told(
                            400,
                            "wrong_type",
                            "POST",
                            D + "prepare",
                            "{'smart_account_address':'%s','transaction':'AQID','transaction_signers':[5],'fee_config':{'currency':'sol'}}"
                                    .formatted(account)));
        }

        @Test
        void aFieldTooManyHidesNoRuleThatIsBrokenButWhatItMayHaveMeant() {
            String signers = "'smart_account_signers':[" + Shop.signer(shop.alice) + "]";
            assertEquals(
                    Array.of("bogus unknown_field", "time_lock time_lock_too_long"),
                    told(400, "unknown_field", "PATCH", path, "{'bogus':1,'threshold':9,'time_lock':7776001}"));
            assertEquals(
                    Array.of("bogus unknown_field", "threshold threshold_exceeds_voters"),
                    told(400, "unknown_field", "PATCH", path, "{'bogus':1,'threshold':9," + signers + "}"));
            assertEquals(
                    Array.of("treshold unknown_field"),
                    told(400, "unknown_field", "PATCH", path, "{'treshold':1," + signers + "}"));
            assertEquals(
                    Array.of("settings.treshold unknown_field"),
                    told(400, "unknown_field", "POST", transactions, "{'settings':{'treshold':1," + signers + "}}"));
        }

        @Test
        void aStrangerHidesNoBytesThatAreNone() {
            assertEquals(
                    Array.of("transaction bad_transaction", "transaction_signers not_a_signer"),
                    told(400, "bad_transaction", "POST", transactions, "{'transaction':'AQID','transaction_signers':['%s']}".formatted(stranger)));
        }

        @Test
        void aParameterThatIsNoneMayHaveMeantThatTheAdminActs() {
            String at = heldByAda();

            assertEquals(
                    Array.of("Admin bad_query"),
                    told(400, "bad_query", "PATCH", at + "?Admin=true", "{'threshold':1,'transaction_signers':['%s']}".formatted(shop.ada.address())));
            assertEquals(
                    Array.of("settings admin_controls_settings", "settings.time_lock wrong_type"),
                    told(400, "wrong_type", "POST", at + "/transactions", "{'settings':{'time_lock':'bad','threshold':1}}"));
        }

        @Test
        void rulesAreToldOfFieldsThatAreSoundAndNothingForTheLackOfOthers() {
            assertEquals(
                    Array.of("threshold threshold_exceeds_voters", "transaction_signers[0] bad_address"),
                    told(
                            400,
                            "bad_address",
                            "POST",
                            D + "threshold/update",
                            "{'smart_account_address':'%s','threshold':9,'transaction_signers':['me'],'fee_config':{'currency':'sol'}}"
                                    .formatted(account)));
            assertEquals(
                    Array.of("smart_account_signers[1] wrong_type"),
                    told(
                            400,
                            "wrong_type",
                            "PATCH",
                            path,
                            "{'smart_account_signers':[%s,7],'threshold':3}".formatted(Shop.signer(shop.alice))));
            assertEquals(
                    Array.of("period wrong_type", "spending_limit_signers duplicate_signer"),
                    told(
                            400,
                            "wrong_type",
                            "POST",
                            path + "/spending-limits",
                            "{'amount':'5','token_address':'%s','period':7,'spending_limit_signers':['%s','%s']}"
                                    .formatted(SOL, stranger, stranger)));
            assertEquals(
                    Array.of("admin bad_query"),
                    told(400, "bad_query", "PATCH", path + "?admin=perhaps", "{'threshold':9}"),
                    "who acts may be read wrongly, and with it all the rest");
            assertEquals(
                    Array.of("colour bad_query", "threshold threshold_exceeds_voters"),
                    told(400, "bad_query", "PATCH", path + "?colour=red", "{'threshold':9}"));
        }
    }
}
