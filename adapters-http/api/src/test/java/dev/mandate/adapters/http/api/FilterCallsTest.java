package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.client.IntentBody;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.simulator.keys.TestKey;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Transaction filters and allowlists over HTTP, changed by signed intents. */
class FilterCallsTest {

    private static final String FILTERS =
            quoted("[{'id':'no-theft','effect':'DENY','program':'11111111111111111111111111111111','instruction':'transfer',"
                    + "'accounts':{'destination':['%s']},'min_amount':'1','mint':'11111111111111111111111111111111'}]");

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final String thief = TestKey.of("thief").address().toString();
    private final String filters = FILTERS.formatted(thief);
    private final String lists = quoted("[{'id':'friends','kind':'DESTINATION','addresses':['%s']}]").formatted(fixture.alice.address());

    private String change(String action, Map<String, String> fields, TestKey... by) {
        IntentBody intent = IntentBody.of(action, "mainnet", account, Instant.ofEpochSecond(fixture.now.seconds() + 600));
        StringBuilder body = new StringBuilder("{");
        for (var field : fields.entrySet()) {
            intent = intent.withJson(field.getKey(), field.getValue());
            body.append('"').append(field.getKey()).append("\":").append(field.getValue()).append(',');
        }
        for (TestKey key : by) {
            intent = intent.signedBy(key.address().toString(), key.sign(Bytes.of(intent.bytes())).bytes().toArray());
        }
        return body.append("\"intent\":").append(intent.json()).append('}').toString();
    }

    private String filtering(String defaultEffect, String of, int version, TestKey... by) {
        return change(
                "transaction_filters_change",
                Map.of("default_effect", '"' + defaultEffect + '"', "transaction_filters", of, "expected_version", "" + version),
                by);
    }

    private String listing(String of, int version) {
        return change(
                "allowlists_change", Map.of("allowlists", of, "expected_version", "" + version), fixture.alice, fixture.bob);
    }

    @Test
    void theyAreReadAsTheyWereGivenAndAmongThePolicies() {
        assertEquals(
                quoted("{'version':0,'default_effect':'ALLOW','enforced_by':'ENGINE','transaction_filters':[]}"),
                fixture.served("GET", path + "/transaction-filters", "").toString());
        assertEquals(
                quoted("{'version':1,'default_effect':'ALLOW','enforced_by':'ENGINE','transaction_filters':" + filters + "}"),
                fixture.served("PUT", path + "/transaction-filters", filtering("ALLOW", filters, 0, fixture.alice, fixture.bob))
                        .toString());
        assertEquals(
                quoted("{'version':2,'enforced_by':'ENGINE','allowlists':" + lists + "}"),
                fixture.served("PUT", path + "/allowlists", listing(lists, 1)).toString());
        assertEquals(
                quoted("{'version':2,'enforced_by':'ENGINE','allowlists':" + lists + "}"),
                fixture.served("GET", path + "/allowlists", "").toString());

        var policies = fixture.served("GET", path, "").get("policies");
        assertEquals("no-theft", policies.at("/transaction_filters/0/id").stringValue());
        assertEquals("ENGINE", policies.at("/transaction_filters/0/enforced_by").stringValue());
        assertEquals("friends", policies.at("/allowlists/0/id").stringValue());
    }

    @Test
    void theThresholdChangesThePresentVersionOnly() {
        String both = filtering("DENY", "[]", 0, fixture.alice, fixture.bob);
        fixture.refused(
                422, "intent_not_authorized", "PUT", path + "/transaction-filters", filtering("DENY", "[]", 0, fixture.alice), "intent.signatures");
        fixture.refused(
                422, "intent_mismatch", "PUT", path + "/transaction-filters", both.replaceFirst("\"DENY\"", "\"ALLOW\""), "intent.content.default_effect");
        assertEquals(200, fixture.ask(fixture.acme, "PUT", path + "/transaction-filters", both).status());
        fixture.refused(409, "version_moved", "PUT", path + "/allowlists", listing("[]", 0), "expected_version");
        assertEquals(404, fixture.ask(fixture.rival, "PUT", path + "/transaction-filters", both).status());
        assertEquals(404, fixture.ask(fixture.rival, "GET", path + "/allowlists", "").status());
    }

    @Test
    void eachFieldIsRead() {
        for (String wrong : new String[] {
            filters.replace("no-theft", "no theft"),
            filters.replace("\"DENY\"", "\"FORBID\""),
            filters.replace("\"destination\"", "\"to whom\""),
            filters.replace("\"transfer\"", "\"Transfer\"")
        }) {
            fixture.refused(
                    422, "not_an_option", "PUT", path + "/transaction-filters", filtering("ALLOW", wrong, 0, fixture.alice, fixture.bob));
        }
        fixture.refused(
                422, "filter_never_applies", "PUT", path + "/transaction-filters",
                filtering("ALLOW", filters.replace("\"transfer\"", "\"transfers\""), 0, fixture.alice, fixture.bob), "transaction_filters");
    }

    @Test
    void aVetoedRequestIsNotBuiltAndNamesTheRule() {
        assertEquals(200, fixture.ask(fixture.acme, "PUT", path + "/allowlists", listing(lists, 0)).status());

        fixture.refused(
                422, "policy_veto", "POST", path + "/spending-limits",
                quoted("{'amount':'1','token_address':'11111111111111111111111111111111','period':'DAILY','spending_limit_signers':['%s'],"
                                + "'destinations':['%s']}")
                        .formatted(fixture.alice.address(), thief));
    }

    @Test
    void aNewDestinationThatCannotUseMoneyNeedsAnAcknowledgement() {
        String burning = lists.replace(fixture.alice.address().toString(), "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");

        fixture.refused(
                422, "needs_acknowledgement", "PUT", path + "/allowlists", listing(burning, 0), "allowlists", "allowlists");
        assertEquals(
                1,
                fixture.served("PUT", path + "/allowlists?acknowledge=unusable_receiver", listing(burning, 0)).get("version").intValue());
        assertEquals(2, fixture.served("PUT", path + "/allowlists", listing(burning, 1)).get("version").intValue());
    }
}
