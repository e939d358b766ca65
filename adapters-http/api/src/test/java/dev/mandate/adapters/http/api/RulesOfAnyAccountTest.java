package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Where nobody knows what a request is about, or it is not there, the request is told of what would be refused for anything else as well. */
class RulesOfAnyAccountTest extends RefusalTelling {

    private final String unknown = "/api/v1/smart-accounts/" + stranger;
    private final String empty = TestKey.of("an address without an account").address().toString();
    private final String unpaid = "'fee_config':{'payer_address':'%s'}".formatted(account);

    @Test
    void whateverTheAccountIsItsRequestIsToldOfItself() {
        String nowhere = "/api/v1/smart-accounts/nowhere";
        String operator = fixture.operator.feePayer().toString();
        String unpaid = "'fee_config':{'payer_address':'%s'}".formatted(account);

        assertEquals(
                Array.of(
                        "address bad_address",
                        "admin_address fee_payer_protected",
                        "fee_config.payer_address payer_cannot_pay",
                        "smart_account_signers no_executor",
                        "smart_account_signers no_proposer",
                        "threshold threshold_exceeds_voters",
                        "time_lock time_lock_too_long"),
                told(
                        400,
                        "bad_address",
                        "PATCH",
                        nowhere,
                        "{'smart_account_signers':[{'address':'%s','permissions':['CAN_VOTE']}],'threshold':2,'time_lock':7776001,'admin_address':'%s',%s}"
                                .formatted(stranger, operator, unpaid)));
        assertEquals(
                Array.of(
                        "address bad_address",
                        "amount amount_zero",
                        "fee_config.payer_address payer_cannot_pay",
                        "spending_limit_signers duplicate_signer",
                        "spending_limit_signers fee_payer_protected"),
                told(
                        400,
                        "bad_address",
                        "POST",
                        nowhere + "/spending-limits",
                        "{'amount':'0','token_address':'%s','period':'DAILY','spending_limit_signers':['%s','%s'],%s}"
                                .formatted(SOL, operator, operator, unpaid)));
        assertEquals(
                Array.of("address bad_address", "transaction bad_transaction"),
                told(400, "bad_address", "POST", nowhere + "/transactions", "{'transaction':'AQID'}"));
        assertEquals(
                Array.of("address bad_address", "settings.time_lock time_lock_too_long"),
                told(400, "bad_address", "POST", nowhere + "/transactions", "{'settings':{'time_lock':7776001}}"));
        assertEquals(
                Array.of("smart_account_address bad_address", "threshold threshold_zero"),
                told(
                        400,
                        "bad_address",
                        "POST",
                        D + "threshold/update",
                        "{'smart_account_address':'x','threshold':0,'transaction_signers':['%s'],'fee_config':{'currency':'sol'}}"
                                .formatted(stranger)));
        assertEquals(
                Array.of("address bad_address"),
                told(400, "bad_address", "PATCH", nowhere, "{'threshold':9}"),
                "how many signers there are nobody knows");
    }

    @Test
    void whoSignsAndPaysIsToldOfATransactionOrLimitWhoeverItIs() {
        String sign = "{'transaction_signers':['%s'],'fee_config':{'payer_address':'%s'}}".formatted(stranger, account);

        assertEquals(
                Array.of("fee_config.payer_address payer_cannot_pay", "index bad_index", "transaction_signers not_a_signer"),
                told(400, "bad_index", "POST", transactions + "/one/approve", sign));
        assertEquals(
                Array.of(
                        "fee_config.payer_address payer_cannot_pay",
                        "limit bad_address",
                        "transaction_signers not_a_signer",
                        "transaction_signers signers_insufficient"),
                told(400, "bad_address", "DELETE", path + "/spending-limits/mine", sign));
        assertEquals(
                Array.of(
                        "amount amount_zero",
                        "limit bad_address",
                        "transaction_signers not_a_signer",
                        "transaction_signers signers_insufficient"),
                told(
                        400,
                        "bad_address",
                        "PATCH",
                        path + "/spending-limits/mine",
                        "{'amount':'0','transaction_signers':['%s']}".formatted(stranger)));
        assertEquals(
                Array.of("fee_config.payer_address payer_cannot_pay", "limit bad_address", "memo wrong_type"),
                told(
                        400,
                        "bad_address",
                        "POST",
                        path + "/spending-limits/mine/use",
                        "{'amount':'1','destination':'%s','signer':'%s','memo':5,'fee_config':{'payer_address':'%s'}}"
                                .formatted(stranger, stranger, account)));
    }

    @Test
    void anAccountHidesNothingThatNoAccountCouldHave() {
        assertEquals(
                Array.of(
                        "address unknown_account",
                        "admin_address fee_payer_protected",
                        "fee_config.payer_address payer_cannot_pay",
                        "time_lock time_lock_too_long"),
                told(
                        404,
                        "unknown_account",
                        "PATCH",
                        unknown,
                        "{'threshold':9,'time_lock':7776001,'admin_address':'%s',%s}"
                                .formatted(fixture.operator.feePayer(), unpaid)));
        assertEquals(
                Array.of("smart_account_address unknown_account", "transaction bad_transaction"),
                told(
                        404,
                        "unknown_account",
                        "POST",
                        D + "prepare",
                        "{'smart_account_address':'%s','transaction':'AQID','transaction_signers':['%s'],'fee_config':{'currency':'sol'}}"
                                .formatted(stranger, stranger)));
        assertEquals(
                Array.of("address unknown_account", "amount amount_zero", "spending_limit_signers[0] bad_address"),
                told(
                        404,
                        "unknown_account",
                        "POST",
                        unknown + "/spending-limits",
                        "{'amount':'0','token_address':'%s','period':'DAILY','spending_limit_signers':['x']}".formatted(SOL)));
        assertEquals(
                Array.of("address unknown_account"), told(404, "unknown_account", "PATCH", unknown, "{'threshold':9}"));
    }

    @Test
    void anotherTenantsAccountIsToldOfAsOneThatIsNotThere() {
        String theirs = "/api/v1/smart-accounts/" + fixture.account(fixture.rival);
        String body = "{'threshold':9,'time_lock':7776001," + unpaid + "}";

        assertEquals(
                told(404, "unknown_account", "PATCH", unknown, body), told(404, "unknown_account", "PATCH", theirs, body));
    }

    @Test
    void aTransactionOrALimitHidesNobodyWhoCannotSignOrPay() {
        String sign = "{'transaction_signers':['%s'],%s}".formatted(stranger, unpaid);

        Array<String> unpaidOfNone = Array.of("fee_config.payer_address payer_cannot_pay", "index unknown_transaction");
        Array<String> stranger = unpaidOfNone.append("transaction_signers not_a_signer");

        assertEquals(stranger, told(404, "unknown_transaction", "POST", transactions + "/9/approve", sign));
        assertEquals(
                stranger.append("transaction_signers signers_insufficient"),
                told(404, "unknown_transaction", "POST", transactions + "/9/execute", sign));
        assertEquals(
                unpaidOfNone.prepend(" no_rent_collector"),
                told(404, "unknown_transaction", "POST", transactions + "/9/close", sign),
                "anybody may close");
        assertEquals(
                stranger,
                told(404, "unknown_transaction", "POST", transactions + "/18446744073709551615/approve", sign));
        assertEquals(
                Array.of(
                        "fee_config.payer_address payer_cannot_pay",
                        "limit unknown_limit",
                        "transaction_signers not_a_signer",
                        "transaction_signers signers_insufficient"),
                told(404, "unknown_limit", "DELETE", path + "/spending-limits/" + this.stranger, sign));
        assertEquals(
                Array.of("fee_config.payer_address payer_cannot_pay", "limit unknown_limit"),
                told(
                        404,
                        "unknown_limit",
                        "POST",
                        path + "/spending-limits/" + this.stranger + "/use",
                        "{'amount':'5','destination':'%s','signer':'%s',%s}".formatted(empty, empty, unpaid)));
    }

    @Test
    void whoMayNotVoteIsToldOfEveryTransaction() {
        ObjectNode made = fixture.served(
                "POST",
                "/api/v1/smart-accounts",
                quoted("{'smart_account_signers':[%s,{'address':'%s','permissions':['CAN_EXECUTE']}],'threshold':1}")
                        .formatted(HttpFixture.signer(fixture.alice), fixture.bob.address()));
        String at = "/api/v1/smart-accounts/" + made.get("smart_account_address").stringValue() + "/transactions/";

        assertEquals(
                Array.of("index bad_index", "transaction_signers permission_missing"),
                told(400, "bad_index", "POST", at + "x/approve", "{'transaction_signers':['%s']}".formatted(fixture.bob.address())));
    }

    @Test
    void aNonceHidesNeitherRulesNorWhatIsMalformed() {
        assertEquals(
                Array.of("memo wrong_type", "nonce_account nonce_not_allowed", "threshold threshold_exceeds_voters"),
                told(400, "wrong_type", "PATCH", path, "{'threshold':9,'memo':5,'nonce_account':'%s'}".formatted(empty)));
        assertEquals(
                Array.of("address bad_address", "nonce_account nonce_not_allowed"),
                told(
                        400,
                        "bad_address",
                        "PATCH",
                        "/api/v1/smart-accounts/nowhere",
                        "{'threshold':9,'nonce_account':'%s'}".formatted(empty)));
    }

    @Test
    void bytesAndSignaturesAreToldOfWhoeverTheyAreFor() {
        ObjectNode built = fixture.served("PATCH", path, quoted("{'time_lock':5}"));
        String unsigned = "{'transaction':'%s'}".formatted(built.get("transaction").stringValue());

        assertEquals(
                Array.of("address unknown_account", "transaction signatures_missing"),
                told(404, "unknown_account", "POST", unknown + "/submit", unsigned));
        assertEquals(
                Array.of("address unknown_account", "transaction bad_transaction"),
                told(404, "unknown_account", "POST", unknown + "/submit", "{'transaction':'AQID'}"));
        assertEquals(
                Array.of("address bad_address", "transaction bad_transaction"),
                told(400, "bad_address", "POST", "/api/v1/smart-accounts/nowhere/submit", "{'transaction':'AQID'}"));
    }

    @Test
    void anImportOfWhatIsNotThereIsToldWithTheRest() {
        assertEquals(
                Array.of("colour unknown_field", "multisig_address not_on_chain"),
                told(
                        404,
                        "not_on_chain",
                        "POST",
                        "/api/v1/smart-accounts/import",
                        "{'multisig_address':'%s','colour':1}".formatted(empty)));
        assertEquals(
                Array.of("colour unknown_field", "multisig_address account_unreadable"),
                told(
                        400,
                        "unknown_field",
                        "POST",
                        "/api/v1/smart-accounts/import",
                        "{'multisig_address':'%s','colour':1}".formatted(fixture.alice.address())));
    }
}
