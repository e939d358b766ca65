package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Of a list of which some entries could not be read, rules are told of the others as far as they speak of one entry each. */
class RulesOfSoundEntriesTest extends RefusalTelling {

    @Test
    void whatIsSoOfAnEntryIsToldBesideAnotherThatCouldNotBeRead() {
        String someoneElse = "'transaction_signers':['me','%s']".formatted(stranger);
        String aliceTwice = "[%s,7,%s]".formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.alice));

        assertEquals(
                Array.of("transaction_signers not_a_signer", "transaction_signers[0] bad_address"),
                told(400, "bad_address", "PATCH", path, "{'threshold':1," + someoneElse + "}"));
        assertEquals(
                Array.of("transaction_signers not_a_signer", "transaction_signers[0] bad_address"),
                told(400, "bad_address", "POST", transactions, "{'settings':{'time_lock':5}," + someoneElse + "}"));
        assertEquals(
                Array.of("transaction_signers not_the_admin", "transaction_signers[0] bad_address"),
                told(400, "bad_address", "PATCH", heldByAda() + "?admin=true", "{'threshold':1," + someoneElse + "}"));
        assertEquals(
                Array.of("smart_account_signers duplicate_signer", "smart_account_signers[1] wrong_type"),
                told(400, "wrong_type", "PATCH", path, "{'smart_account_signers':" + aliceTwice + "}"));
        assertEquals(
                Array.of("smart_account_signers already_a_signer", "smart_account_signers[1] wrong_type"),
                told(
                        400,
                        "wrong_type",
                        "POST",
                        D + "signers/add",
                        "{'smart_account_address':'%s','smart_account_signers':[%s,7],'transaction_signers':['%s','%s'],'fee_config':{'currency':'sol'}}"
                                .formatted(account, HttpFixture.signer(fixture.alice), fixture.alice.address(), fixture.bob.address())));
        assertEquals(
                Array.of("spending_limit_signers duplicate_signer", "spending_limit_signers[2] bad_address"),
                told(
                        400,
                        "bad_address",
                        "POST",
                        path + "/spending-limits",
                        "{'amount':'5','token_address':'%s','period':'DAILY','spending_limit_signers':['%s','%s','x']}"
                                .formatted(SOL, stranger, stranger)));
    }

    @Test
    void anAddressIsToldOfBesideItsPermissions() {
        assertEquals(
                Array.of("smart_account_signers fee_payer_protected", "smart_account_signers[0].permissions[0] not_an_option"),
                told(
                        422,
                        "not_an_option",
                        "PATCH",
                        path,
                        "{'smart_account_signers':[{'address':'%s','permissions':['CAN_FLY']}]}"
                                .formatted(fixture.operator.feePayer())));
    }

    @Test
    void ofTwoSpellingsTheOneThatNamesThemIsBlamed() {
        assertEquals(
                Array.of("account_signers not_a_signer", "transaction missing_field", "transaction_signers[0] bad_address"),
                told(
                        400,
                        "missing_field",
                        "POST",
                        "/api/grid/v1/accounts/" + account + "/transactions",
                        "{'transaction_signers':['x'],'account_signers':['%s','%s','%s']}"
                                .formatted(fixture.alice.address(), fixture.bob.address(), stranger)));
    }

    @Test
    void whoProposesIsNotGuessedFromTheRestOfAList() {
        ObjectNode made = fixture.served(
                "POST",
                "/api/v1/smart-accounts",
                quoted("{'smart_account_signers':[%s,{'address':'%s','permissions':['CAN_VOTE']}],'threshold':1}")
                        .formatted(HttpFixture.signer(fixture.alice), fixture.bob.address()));
        String at = "/api/v1/smart-accounts/" + made.get("smart_account_address").stringValue() + "/transactions";
        String settings = "{'settings':{'time_lock':5},'transaction_signers':[%s'" + fixture.bob.address() + "']}";

        assertEquals(
                Array.of("transaction_signers permission_missing"),
                told(422, "permission_missing", "POST", at, settings.formatted("")));
        assertEquals(
                Array.of("transaction_signers[0] bad_address"),
                told(400, "bad_address", "POST", at, settings.formatted("'me',")));
    }

    @Test
    void entriesOfAListThatIsTooLongAreToldOfAsFarAsItMayGo() {
        String signers = Array.fill(65, () -> HttpFixture.signer(fixture.alice)).update(3, "7").update(64, "8").mkString(",");
        assertEquals(
                Array.of(
                        "smart_account_signers duplicate_signer",
                        "smart_account_signers too_long",
                        "smart_account_signers[3] wrong_type",
                        "time_lock time_lock_too_long"),
                told(
                        400,
                        "wrong_type",
                        "POST",
                        "/api/v1/smart-accounts",
                        "{'smart_account_signers':[%s],'threshold':9,'time_lock':7776001}".formatted(signers)));
    }
}
