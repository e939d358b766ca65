package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.json;
import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the operator holds: accounts that are frozen, tenants that are suspended. */
class OperatorHoldsTest {

    private static final String ACCOUNTS = "/api/v1/smart-accounts";
    private static final String ACCOUNT_OF_EXAMPLES = "AwfV3s1WuiKNV37Vd2PWJGeYrs9jCc2QkSoAYDhYm83S";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = ACCOUNTS + "/" + account;

    /** The document's examples, played on a frozen account. */
    @Test
    void everyCallOnAFrozenAccountIsRefusedUnlessItReads() throws IOException {
        String limit = limit();
        String signed = fixture.signed(fixture.served("PATCH", path, quoted("{'time_lock':60}")));
        fixture.freeze(account, "a key may have leaked");
        Array<Endpoint> changing = fixture.endpoints.filter(OperatorHoldsTest::changesAnAccount);
        JsonNode document = document();

        assertTrue(changing.length() > 30, changing::toString);
        for (Endpoint endpoint : changing) {
            String at = endpoint.path().text();
            String method = endpoint.method().name();
            JsonNode example = document.path("paths").path(at).path(method.toLowerCase(Locale.ROOT))
                    .at("/requestBody/content/application~1json/examples/request/value");
            String body = at.endsWith("/submit")
                    ? quoted("{'transaction':'%s'}").formatted(signed)
                    : example.isMissingNode() ? "{}" : example.toString().replace(ACCOUNT_OF_EXAMPLES, account);
            String called = at.replace("{address}", account).replace("{index}", "1").replace("{limit}", limit);

            fixture.refused(423, "account_frozen", method, called, body);
        }
    }

    private static boolean changesAnAccount(Endpoint endpoint) {
        String at = endpoint.path().text();
        boolean isOfAnAccount = at.contains("{address}")
                || (at.startsWith("/api/v0/smart_account/transaction/") && !at.endsWith("/transaction/create"));
        return isOfAnAccount && endpoint.scope().exists(scope -> scope != Scope.READ);
    }

    private static JsonNode document() throws IOException {
        try (InputStream in = Endpoint.class.getResourceAsStream("/dev/mandate/adapters/http/openapi.json")) {
            return Json.parseObject(Bytes.of(in.readAllBytes())).get();
        }
    }

    private String limit() {
        ObjectNode built = fixture.served("POST", path + "/spending-limits", quoted(
                        "{'amount':'1000000000','token_address':'11111111111111111111111111111111','period':'DAILY','spending_limit_signers':['%s']}")
                .formatted(fixture.alice.address()));
        fixture.lands(account, built);
        return built.get("spending_limit_address").stringValue();
    }

    @Test
    void aFrozenAccountIsReadAndItsEventsAreToldWithTheOperatorsReason() {
        String before = fixture.served("GET", path, "").toString();
        fixture.freeze(account, "a key may have leaked");

        assertEquals(before, fixture.served("GET", path, "").toString());
        JsonNode frozen = Array.ofAll(fixture.served("GET", "/api/v1/events?type=account.frozen", "").get("items")).single();
        assertEquals(account, frozen.get("smart_account_address").stringValue());
        assertEquals(
                Json.object().put("smart_account_address", account).put("by", "ops").put("why", "a key may have leaked"), frozen.get("data"));
        ObjectNode refused = fixture.refusal(423, "account_frozen", "PATCH", path, quoted("{'time_lock':60}"));
        assertTrue(refused.get("message").stringValue().contains("(a key may have leaked)"), refused::toString);
    }

    @Test
    void anotherAccountOfTheTenantIsNotConcerned() {
        fixture.freeze(account, "a leak");

        String other = fixture.account(fixture.acme);

        fixture.lands(other, fixture.served("PATCH", ACCOUNTS + "/" + other, quoted("{'time_lock':60}")));
    }

    @Test
    void aSuspendedTenantReadsAndDoesNothingElse() {
        fixture.suspend("acme");
        String token = fixture.key("acme", HashSet.of(Scope.values()));

        assertEquals(200, fixture.ask(token, "GET", path, "").status());
        assertEquals(200, fixture.ask(token, "GET", "/api/v1/events", "").status());
        for (Endpoint endpoint : fixture.endpoints.filter(endpoint -> endpoint.scope().exists(scope -> scope != Scope.READ))) {
            String called = endpoint.path().text().replace("{address}", account).replaceAll("[{][a-z]+[}]", "1");
            var reply = fixture.bare(token, endpoint.method().name(), called);
            assertEquals("403 tenant_suspended", reply.status() + " " + json(reply).get("code").stringValue(), called);
        }
        assertEquals(200, fixture.ask(fixture.rival, "GET", ACCOUNTS, "").status());
        String others = fixture.account(fixture.rival);
        assertEquals(200, fixture.ask(fixture.rival, "PATCH", ACCOUNTS + "/" + others, quoted("{'time_lock':60}")).status());
    }

    @Test
    void aKeyWithoutTheScopeLacksItAlsoWhileTheTenantIsSuspended() {
        fixture.suspend("acme");
        String reader = fixture.key("acme", HashSet.of(Scope.READ));

        assertEquals("scope_missing", json(fixture.ask(reader, "PATCH", path, "{}")).get("code").stringValue());
    }
}
