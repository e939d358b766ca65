package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Calls that make votes of the engine necessary, and take them out. */
class PolicySignerCallsTest {

    private static final String ACCOUNTS = "/api/v1/smart-accounts";

    private final HttpFixture fixture = new HttpFixture();

    private String account(String more) {
        return fixture.served(
                        "POST",
                        ACCOUNTS,
                        quoted("{'threshold':1,'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']},"
                                        + "{'address':'%s','permissions':['CAN_VOTE']}]%s}")
                                .formatted(fixture.alice.address(), fixture.bob.address(), more.replace('\'', '"')))
                .get("smart_account_address")
                .stringValue();
    }

    @Test
    void theAdminMakesTheEngineNecessaryAndTakesItOut() {
        String account = account(",'admin_address':'%s'".formatted(fixture.ada.address()));
        String path = ACCOUNTS + "/" + account;

        assertEquals(
                "allowed",
                fixture.served("POST", path + "/policy-signer?dry_run=true", "").get("verdict").get("outcome").stringValue());
        ObjectNode built = fixture.served("POST", path + "/policy-signer", "");
        assertEquals(fixture.ada.address().toString(), built.get("required_signers").get(0).stringValue());
        fixture.lands(account, built);

        assertEquals(3, fixture.served("GET", path, "").get("threshold").intValue());
        assertEquals(2, fixture.served("GET", path, "").get("policy_signers").size());
        ObjectNode proposed = fixture.served(
                "POST", path + "/transactions", quoted("{'transaction':'%s'}").formatted(fixture.draft(account, HttpFixture.memo(account, 8))));
        fixture.lands(account, proposed);
        ObjectNode approved = fixture.served("POST", path + "/transactions/1/approve", "{}");
        assertEquals(1, approved.get("required_signers").size());
        fixture.lands(account, approved);
        assertEquals("approved", fixture.served("GET", path + "/transactions/1", "").get("status").stringValue());
        fixture.refused(422, "policy_signer_present", "POST", path + "/policy-signer", "");

        // All voters are named, one more than needed.
        Array<String> voters = Array.ofAll(fixture.served("GET", path, "").get("smart_account_signers"))
                .map(signer -> signer.get("address").stringValue());
        ObjectNode together = fixture.served("POST", "/api/v0/smart_account/transaction/prepare", quoted(
                        "{'smart_account_address':'%s','transaction':'%s','fee_config':{'currency':'sol'},'transaction_signers':[%s]}")
                .formatted(
                        account,
                        fixture.draft(account, HttpFixture.memo(account, 8)),
                        Array.of(fixture.alice, fixture.bob)
                                .map(person -> person.address().toString())
                                .appendAll(voters)
                                .distinct()
                                .mkString("\"", "\",\"", "\"")));
        assertEquals(2, together.get("required_signers").size());
        fixture.lands(account, together);

        fixture.lands(account, fixture.served("DELETE", path + "/policy-signer", ""));
        assertEquals(1, fixture.served("GET", path, "").get("threshold").intValue());
        assertEquals(0, fixture.served("GET", path, "").get("policy_signers").size());
        fixture.refused(422, "policy_signer_absent", "DELETE", path + "/policy-signer", "");
    }

    @Test
    void withoutAnAdminItIsRefused() {
        fixture.refused(422, "no_admin", "POST", ACCOUNTS + "/" + account("") + "/policy-signer", "", "admin");
    }
}
