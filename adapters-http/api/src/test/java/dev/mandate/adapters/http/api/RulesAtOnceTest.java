package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that breaks several rules is told of each of them: of those of the account, of its limits, of who signs and who pays. The state
 * of things goes before what breaks a rule, and what is malformed before both.
 */
class RulesAtOnceTest extends RefusalTelling {

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
                                    .formatted(fixture.bob.address(), stranger, account)));
        }

        @Test
        void nobodyButItsSignerSignsAUse() {
            String use = limit() + "/use?dry_run=true";
            String body = "{'amount':'1','destination':'%s','signer':'%s','transaction_signers':['%s']}";

            assertEquals(
                    Array.of("transaction_signers spelled_twice"),
                    told(400, "spelled_twice", "POST", use, body.formatted(fixture.bob.address(), fixture.alice.address(), stranger)));
            assertTrue(fixture.served("POST", use, quoted(body).formatted(fixture.bob.address(), fixture.alice.address(), fixture.alice.address()))
                    .has("verdict"));
        }

        @Test
        void itsTermsAreToldWhoeverMayNotGrantThem() {
            String terms = "{'amount':'0','token_address':'%s','period':'DAILY','spending_limit_signers':['%s','%s']}"
                    .formatted(SOL, stranger, stranger);

            assertEquals(
                    Array.of("admin no_admin", "amount amount_zero", "spending_limit_signers duplicate_signer"),
                    told(422, "no_admin", "POST", path + "/spending-limits?admin=true", terms));
            assertEquals(
                    Array.of("admin admin_controls_settings", "amount amount_zero", "spending_limit_signers duplicate_signer"),
                    told(422, "admin_controls_settings", "POST", heldByAda() + "/spending-limits", terms));
        }

        @Test
        void oneThatIsNotThereIsMissedBeforeTheRightToRemoveIt() {
            String none = "/spending-limits/" + stranger;

            assertEquals(
                    Array.of("admin admin_controls_settings", "limit unknown_limit"),
                    told(404, "unknown_limit", "DELETE", heldByAda() + none, ""));
            assertEquals(
                    Array.of("admin no_admin", "limit unknown_limit"),
                    told(404, "unknown_limit", "DELETE", path + none + "?admin=true", ""));
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
        void whoSignsIsToldBesideAnAdminThatCannotBeAdded() {
            assertEquals(
                    Array.of("admin_address admin_cannot_be_added", "transaction_signers not_a_signer", "transaction_signers signers_insufficient"),
                    told(
                            422,
                            "admin_cannot_be_added",
                            "PATCH",
                            path,
                            "{'admin_address':'%s','transaction_signers':['%s']}".formatted(fixture.ada.address(), stranger)));
        }

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
                                    .formatted(fixture.ada.address(), account)));
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
            ObjectNode told = fixture.refusal(
                    422,
                    "already_a_signer",
                    "POST",
                    D + "signers/add",
                    quoted("{'smart_account_address':'%s','smart_account_signers':[%s,%s],'transaction_signers':['%s'],'fee_config':{'currency':'sol'}}")
                            .formatted(account, HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.bob), fixture.alice.address()));

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
                            "{'threshold':9,'transaction_signers':['%s']}".formatted(fixture.alice.address())));
            assertEquals(
                    Array.of("admin admin_controls_settings", "threshold threshold_exceeds_voters"),
                    told(422, "admin_controls_settings", "PATCH", at, "{'threshold':9,'transaction_signers':['%s']}".formatted(stranger)),
                    "no vote changes anything, so that it makes no difference who would vote");
            assertEquals(
                    Array.of("admin admin_controls_settings", "threshold threshold_exceeds_voters"),
                    told(422, "admin_controls_settings", "PATCH", at, "{'threshold':9,'admin_address':null}"));
            assertEquals(
                    Array.of("limit unknown_limit", "transaction_signers not_the_admin"),
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
                                    .formatted(fixture.operator.feePayer())));
        }
    }

    @Nested
    class OfATransactionsLife {

        @Test
        void whatIsStaleIsOverWhateverElseItWaitsFor() {
            String open = proposed("{'time_lock':7}");
            fixture.lands(account, fixture.served("PATCH", path, quoted("{'time_lock':60}")));

            assertEquals(
                    Array.of(" transaction_stale", " transaction_state"), told(409, "transaction_stale", "POST", open + "/execute", "{}"));
            ObjectNode verdict =
                    (ObjectNode) fixture.served("POST", open + "/execute?dry_run=true", "{}").get("verdict");
            assertEquals("Propose it again.", verdict.get("remedy").stringValue(), verdict::toString);
        }

        @Test
        void theOperatorIsRefusedWithinInstructionsEvenWhereSignersAreMissing() {
            String operators = fixture.draft(
                    account,
                    HttpFixture.transfer(account, fixture.bob.address(), 1),
                    HttpFixture.transfer(fixture.operator.feePayer().toString(), fixture.bob.address(), 1));

            assertEquals(
                    Array.of("transaction fee_payer_protected", "transaction_signers signers_insufficient"),
                    told(
                            422,
                            "fee_payer_protected",
                            "POST",
                            D + "prepare",
                            "{'smart_account_address':'%s','transaction':'%s','transaction_signers':['%s'],'fee_config':{'currency':'sol'}}"
                                    .formatted(account, operators, fixture.alice.address())));
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
            fixture.lands(account, fixture.served("POST", open + "/approve", quoted("{'transaction_signers':['%s']}").formatted(fixture.alice.address())));

            ObjectNode told = fixture.refusal(
                    409,
                    "already_voted",
                    "POST",
                    open + "/approve",
                    quoted("{'transaction_signers':['%s','%s','%s']}").formatted(stranger, fixture.ada.address(), fixture.alice.address()));

            assertEquals(
                    Array.of("transaction_signers already_voted", "transaction_signers not_a_signer", "transaction_signers not_a_signer"),
                    Array.ofAll(told.get("details"))
                            .map(one -> one.get("field").stringValue() + " " + one.get("code").stringValue())
                            .sorted());
            assertTrue(told.get("details").toString().contains(stranger) && told.get("details").toString().contains(fixture.ada.address().toString()));
        }

        @Test
        void whoIsNoSignerSignsNothingEvenWhereOthersSuffice() {
            String open = proposed("{'time_lock':7}");
            String both = "{'transaction_signers':['%s','%s']}".formatted(fixture.alice.address(), stranger);

            assertEquals(
                    Array.of("transaction_signers not_a_signer"), told(422, "not_a_signer", "POST", open + "/approve", both));
            assertEquals(
                    Array.of("transaction_signers not_a_signer"),
                    told(
                            422,
                            "not_a_signer",
                            "POST",
                            transactions,
                            "{'settings':{'time_lock':8},'transaction_signers':['%s','%s']}".formatted(fixture.alice.address(), stranger)));
            fixture.lands(account, fixture.served("POST", open + "/approve", "{}"));
            assertEquals(
                    Array.of("transaction_signers not_a_signer"), told(422, "not_a_signer", "POST", open + "/execute", both));
        }

        @Test
        void aDryRunTellsThemAllAndThatMoreSignersAloneWouldNotDo() {
            String open = proposed("{'time_lock':7}");

            ObjectNode verdict = (ObjectNode) fixture.served(
                            "POST", open + "/execute?dry_run=true", quoted("{'transaction_signers':['%s']}").formatted(stranger))
                    .get("verdict");

            assertEquals("refused transaction_state", verdict.get("outcome").stringValue() + " " + verdict.get("code").stringValue());
            assertEquals(
                    Array.of(" transaction_state", "transaction_signers not_a_signer", "transaction_signers signers_insufficient"),
                    told(verdict.get("facts").get("problems")));
        }
    }
}
