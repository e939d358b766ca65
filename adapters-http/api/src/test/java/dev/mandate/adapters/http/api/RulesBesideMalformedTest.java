package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What is malformed is told with the rules that the sound rest of the request breaks, and with the state of things. */
class RulesBesideMalformedTest extends RefusalTelling {

    @Test
    void ofSignaturesThatCouldNotBeReadNobodySaysThatTheyAreMissing() {
        ObjectNode built = fixture.served("PATCH", path, quoted("{'time_lock':5}"));
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
                                .formatted(fixture.ada.address())));
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
                                .formatted(fixture.alice.address(), fixture.operator.feePayer())));
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
        String signers = "'smart_account_signers':[" + HttpFixture.signer(fixture.alice) + "]";
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
        assertEquals(
                Array.of("settings.bogus unknown_field", "settings.threshold threshold_exceeds_voters"),
                told(400, "unknown_field", "POST", transactions, "{'settings':{'bogus':1,'threshold':9," + signers + "}}"));
    }

    @Test
    void aThresholdThatStaysIsToldWhereItIsTheSignersThatChange() {
        String observers = "'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_EXECUTE']}]"
                .formatted(fixture.alice.address());
        assertEquals(
                Array.of("memo wrong_type", "smart_account_signers no_voter", "threshold threshold_exceeds_voters"),
                told(400, "wrong_type", "PATCH", path, "{" + observers + ",'memo':5}"));
    }

    @Test
    void termsOfANewAccountAreToldWithoutItsSigners() {
        assertEquals(
                Array.of("admin_address fee_payer_protected", "smart_account_signers wrong_type", "time_lock time_lock_too_long"),
                told(
                        400,
                        "wrong_type",
                        "POST",
                        "/api/v1/smart-accounts",
                        "{'smart_account_signers':5,'threshold':9,'time_lock':7776001,'admin_address':'%s'}"
                                .formatted(fixture.operator.feePayer())));
    }

    @Test
    void aStrangerHidesNoBytesThatAreNone() {
        assertEquals(
                Array.of("transaction bad_transaction", "transaction_signers not_a_signer"),
                told(400, "bad_transaction", "POST", transactions, "{'transaction':'AQID','transaction_signers':['%s']}".formatted(stranger)));
    }

    @Test
    void aParameterThatCouldNotMeanARightHidesNone() {
        String sign = "{'threshold':1,'transaction_signers':['%s']}".formatted(stranger);

        assertEquals(
                Array.of("require_success bad_query", "transaction_signers not_a_signer", "transaction_signers signers_insufficient"),
                told(400, "bad_query", "PATCH", path + "?require_success=maybe", sign));
        assertEquals(
                Array.of("admin admin_controls_settings", "bogus bad_query"),
                told(400, "bad_query", "PATCH", heldByAda() + "?bogus=1", "{'threshold':1}"));
        assertEquals(
                Array.of("admin bad_query", "transaction_signers not_a_signer"),
                told(
                        400,
                        "bad_query",
                        "POST",
                        transactions + "?admin=true",
                        "{'settings':{'time_lock':5},'transaction_signers':['%s']}".formatted(stranger)),
                "nobody proposes as the admin");
    }

    @Test
    void whoeverActsWhatNoAccountCouldHaveIsTold() {
        assertEquals(
                Array.of("admin bad_query", "time_lock time_lock_too_long"),
                told(
                        400,
                        "bad_query",
                        "PATCH",
                        path + "?admin=perhaps",
                        "{'threshold':9,'time_lock':7776001,'transaction_signers':['%s']}".formatted(stranger)));
    }

    @Test
    void whatAChangeIsAsAWholeIsToldBesideWhatIsNoPartOfIt() {
        assertEquals(
                Array.of(" nothing_to_change", "memo wrong_type"), told(400, "wrong_type", "PATCH", path, "{'threshold':2,'memo':5}"));
        assertEquals(
                Array.of("colour unknown_field"), told(400, "unknown_field", "PATCH", path, "{'threshold':2,'colour':5}"));
        String many = Array.rangeClosed(1, 50)
                .map(number -> HttpFixture.signer(TestKey.of("many " + number)))
                .mkString(",");
        assertEquals(
                Array.of(" does_not_fit", "fee_config.currency unsupported_fee_currency"),
                told(
                        422,
                        "unsupported_fee_currency",
                        "PATCH",
                        path,
                        "{'smart_account_signers':[%s],'threshold':1,'fee_config':{'currency':'usdc'}}".formatted(many)));
    }

    @Test
    void anAdminWhoCouldNotBeOneIsToldWhereThereIsNone() {
        assertEquals(
                Array.of("admin_address admin_cannot_be_added", "admin_address fee_payer_protected"),
                told(
                        422,
                        "admin_cannot_be_added",
                        "PATCH",
                        path,
                        "{'admin_address':'%s'}".formatted(fixture.operator.feePayer())));
    }

    @Test
    void aParameterThatIsNoneMayHaveMeantThatTheAdminActs() {
        String at = heldByAda();

        assertEquals(
                Array.of("Admin bad_query"),
                told(400, "bad_query", "PATCH", at + "?Admin=true", "{'threshold':1,'transaction_signers':['%s']}".formatted(fixture.ada.address())));
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
                        "{'smart_account_signers':[%s,7],'threshold':3}".formatted(HttpFixture.signer(fixture.alice))));
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
