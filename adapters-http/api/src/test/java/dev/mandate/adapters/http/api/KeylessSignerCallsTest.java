package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * A smart account as a signer of another one votes by a transaction of its own. A request without named signers succeeds if the
 * other signers suffice.
 */
class KeylessSignerCallsTest {

    private final HttpFixture fixture = new HttpFixture();
    private final String account = withAKeylessSignerFirst();
    private final String path = "/api/v1/smart-accounts/" + account;

    /** Creates a 1-of-2 account of a smart account and alice, in this order. */
    private String withAKeylessSignerFirst() {
        while (true) {
            String keyless = fixture.account(fixture.acme);
            String made = fixture.served(
                            "POST",
                            "/api/v1/smart-accounts",
                            quoted("{'threshold':1,'smart_account_signers':[%s,{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}]}")
                                    .formatted(HttpFixture.signer(fixture.alice), keyless))
                    .get("smart_account_address")
                    .stringValue();
            if (firstSigner(made).equals(keyless)) {
                return made;
            }
        }
    }

    private String firstSigner(String made) {
        return fixture.served("GET", "/api/v1/smart-accounts/" + made, "")
                .get("smart_account_signers")
                .get(0)
                .get("address")
                .stringValue();
    }

    @Test
    void onlySignersWithAKeyAreAskedToSign() {
        fixture.fund(account, 1_000_000_000);
        String transactions = path + "/transactions";
        String draft = fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), 1_000_000));

        landsByAlice(fixture.served("PATCH", path, quoted("{'rent_collector':'%s'}").formatted(fixture.alice.address())));
        ObjectNode proposed = fixture.served("POST", transactions, quoted("{'transaction':'%s'}").formatted(draft));
        landsByAlice(proposed);
        String one = transactions + "/" + proposed.get("transaction_index").longValue();
        landsByAlice(fixture.served("POST", one + "/approve", ""));
        landsByAlice(fixture.served("POST", one + "/execute", ""));
        landsByAlice(fixture.served("POST", one + "/close", ""));
    }

    @Test
    void aRequiredSignerWithoutAKeyIsNamed() {
        landsByAlice(fixture.served("PATCH", path, quoted("{'threshold':2}")));

        fixture.refused(422, "no_key_for", "PATCH", path, quoted("{'time_lock':60}"));
    }

    @Test
    void aSignerWithoutAKeyCannotUseALimit() {
        ObjectNode made = fixture.served(
                "POST",
                path + "/spending-limits",
                quoted("{'amount':'1000','token_address':'11111111111111111111111111111111','period':'WEEKLY',"
                                + "'spending_limit_signers':['%s'],'destinations':[]}")
                        .formatted(account));
        landsByAlice(made);

        fixture.refused(
                422,
                "no_key_for",
                "POST",
                path + "/spending-limits/" + made.get("spending_limit_address").stringValue() + "/use",
                quoted("{'amount':'1','destination':'%s','signer':'%s'}").formatted(fixture.alice.address(), account),
                "signer");
    }

    private void landsByAlice(ObjectNode built) {
        assertEquals(quoted("['%s']").formatted(fixture.alice.address()), built.get("required_signers").toString());
        fixture.lands(account, built);
    }
}
