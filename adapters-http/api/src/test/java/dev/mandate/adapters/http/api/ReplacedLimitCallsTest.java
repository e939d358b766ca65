package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Answers about a spending limit that was replaced. */
class ReplacedLimitCallsTest {

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String limits = "/api/v1/smart-accounts/" + account + "/spending-limits";
    private final String old = made(fixture.served(
            "POST",
            limits,
            quoted("{'amount':'5000000','token_address':'11111111111111111111111111111111','period':'DAILY','spending_limit_signers':['%s']}")
                    .formatted(fixture.alice.address())));

    private String made(ObjectNode built) {
        fixture.lands(account, built);
        return built.get("spending_limit_address").stringValue();
    }

    private ObjectNode replacing(String limit, String amount) {
        return fixture.served("PATCH", limits + "/" + limit, quoted("{'amount':'%s'}").formatted(amount));
    }

    private void assertReplaced(String next, String method, String path, String body) {
        assertEquals(
                next,
                fixture.refusal(410, "limit_replaced", method, path, body)
                        .get("details")
                        .get(0)
                        .get("replaced_by")
                        .stringValue());
    }

    @Test
    void aReplacedLimitIsReportedOnceTheChangeHasLanded() {
        ObjectNode built = replacing(old, "7000000");
        assertEquals("5000000", fixture.served("GET", limits + "/" + old, "").get("amount").stringValue());

        String next = made(built);

        assertReplaced(next, "GET", limits + "/" + old, "");
        assertReplaced(next, "PATCH", limits + "/" + old, quoted("{'amount':'1'}"));
        assertReplaced(next, "DELETE", limits + "/" + old, "");
        assertReplaced(
                next,
                "POST",
                limits + "/" + old + "/use",
                quoted("{'amount':'1','destination':'%s','signer':'%s'}")
                        .formatted(fixture.carol.address(), fixture.alice.address()));
        assertEquals("7000000", fixture.served("GET", limits + "/" + next, "").get("amount").stringValue());
    }

    @Test
    void theLandedReplacementIsNamedAmongSeveralBuilt() {
        ObjectNode landing = replacing(old, "7000000");
        ObjectNode newest = replacing(old, "8000000");

        String next = made(landing);

        assertReplaced(next, "GET", limits + "/" + old, "");
        fixture.refused(404, "unknown_limit", "GET", limits + "/" + newest.get("spending_limit_address").stringValue(), "");
    }

    @Test
    void aLimitReplacedTwiceNamesTheCurrentOne() {
        String second = made(replacing(old, "7000000"));
        String third = made(replacing(second, "8000000"));

        assertReplaced(third, "GET", limits + "/" + old, "");
        assertReplaced(third, "GET", limits + "/" + second, "");
    }

    @Test
    void aLimitThatWasRemovedIsUnknown() {
        var unused = replacing(old, "7000000");
        fixture.lands(account, fixture.served("DELETE", limits + "/" + old, ""));

        fixture.refused(404, "unknown_limit", "GET", limits + "/" + old, "");
    }
}
