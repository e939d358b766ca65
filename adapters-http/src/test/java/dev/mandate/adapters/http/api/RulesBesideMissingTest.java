package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.Shop.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.testkit.keys.TestKey;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What is not there is told first, with the rules that the request breaks whatever it is about. */
class RulesBesideMissingTest extends RefusalTelling {

    private final String unknown = "/api/v1/smart-accounts/" + stranger;
    private final String empty = TestKey.of("an address without an account").address().toString();
    private final String unpaid = "'fee_config':{'payer_address':'%s'}".formatted(account);

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
                                .formatted(shop.operator.feePayer(), unpaid)));
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
        String theirs = "/api/v1/smart-accounts/" + shop.account(shop.rival);
        String body = "{'threshold':9,'time_lock':7776001," + unpaid + "}";

        assertEquals(
                told(404, "unknown_account", "PATCH", unknown, body), told(404, "unknown_account", "PATCH", theirs, body));
    }

    @Test
    void aTransactionOrALimitHidesNobodyWhoCannotSignOrPay() {
        String sign = "{'transaction_signers':['%s'],%s}".formatted(stranger, unpaid);

        for (String step : Array.of("approve", "execute", "close")) {
            assertEquals(
                    Array.of(
                            "fee_config.payer_address payer_cannot_pay",
                            "index unknown_transaction",
                            "transaction_signers not_a_signer"),
                    told(404, "unknown_transaction", "POST", transactions + "/9/" + step, sign));
        }
        assertEquals(
                Array.of(
                        "fee_config.payer_address payer_cannot_pay",
                        "index unknown_transaction",
                        "transaction_signers not_a_signer"),
                told(404, "unknown_transaction", "POST", transactions + "/18446744073709551615/approve", sign));
        assertEquals(
                Array.of(
                        "fee_config.payer_address payer_cannot_pay", "limit unknown_limit", "transaction_signers not_a_signer"),
                told(404, "unknown_limit", "DELETE", path + "/spending-limits/" + stranger, sign));
        assertEquals(
                Array.of("fee_config.payer_address payer_cannot_pay", "limit unknown_limit"),
                told(
                        404,
                        "unknown_limit",
                        "POST",
                        path + "/spending-limits/" + stranger + "/use",
                        "{'amount':'5','destination':'%s','signer':'%s',%s}".formatted(stranger, stranger, unpaid)));
    }

    @Test
    void aNonceHidesNeitherRulesNorWhatIsMalformed() {
        assertEquals(
                Array.of("memo wrong_type", "nonce_account not_on_chain", "threshold threshold_exceeds_voters"),
                told(404, "not_on_chain", "PATCH", path, "{'threshold':9,'memo':5,'nonce_account':'%s'}".formatted(empty)));
        assertEquals(
                Array.of("address bad_address", "nonce_account not_on_chain"),
                told(
                        404,
                        "not_on_chain",
                        "PATCH",
                        "/api/v1/smart-accounts/nowhere",
                        "{'threshold':9,'nonce_account':'%s'}".formatted(empty)));
    }

    @Test
    void bytesAndSignaturesAreToldOfWhoeverTheyAreFor() {
        ObjectNode built = shop.served("PATCH", path, quoted("{'time_lock':5}"));
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
                        "{'multisig_address':'%s','colour':1}".formatted(shop.alice.address())));
    }
}
