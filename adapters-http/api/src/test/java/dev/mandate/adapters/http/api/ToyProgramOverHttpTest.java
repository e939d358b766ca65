package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.simulator.keys.TestKey;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The service over another program of smart accounts. Every exchange is checked against the same OpenAPI document. */
class ToyProgramOverHttpTest {

    private static final long SOL = 1_000_000_000;

    private final HttpFixture fixture = HttpFixture.onToyProgram();
    private final String account = fixture.served(
                    "POST",
                    "/api/v1/smart-accounts",
                    "{\"smart_account_signers\":[%s,%s,%s],\"threshold\":2}"
                            .formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.bob), HttpFixture.signer(fixture.carol)))
            .get("smart_account_address")
            .stringValue();
    private final String path = "/api/v1/smart-accounts/" + account;

    @Test
    void anAccountIsReadAndItsSettingsChange() {
        assertEquals(2, read(path).get("threshold").intValue());
        assertEquals(3, read(path).get("smart_account_signers").size());

        fixture.lands(account, fixture.served("PATCH", path, quoted("{'time_lock':60}")));

        assertEquals(60, read(path).get("time_lock").intValue());
    }

    @Test
    void aTransferIsProposedApprovedExecutedAndRead() {
        fixture.fund(account, SOL);
        long before = fixture.lamports(fixture.ada.address());
        String one = proposed();

        fixture.lands(account, fixture.served("POST", one + "/approve", signedBy("bob")));
        fixture.lands(account, fixture.served("POST", one + "/approve", signedBy("carol")));
        fixture.lands(account, fixture.served("POST", one + "/execute", signedBy("alice")));

        assertEquals("executed", read(one).get("status").stringValue());
        assertEquals(before + SOL / 4, fixture.lamports(fixture.ada.address()));
        assertEquals("250000000", read(path + "/transfers").get("items").get(0).get("amount").stringValue());
    }

    @Test
    void aVoteIsNotChanged() {
        String one = proposed();
        fixture.lands(account, fixture.served("POST", one + "/reject", signedBy("alice")));

        fixture.refused(409, "already_voted", "POST", one + "/approve", signedBy("alice"));
    }

    private ObjectNode read(String of) {
        return fixture.served("GET", of, "");
    }

    /** The path of a proposed transfer. */
    private String proposed() {
        ObjectNode proposed = fixture.served(
                "POST",
                path + "/transactions",
                quoted("{'transaction':'%s','transaction_signers':['%s']}")
                        .formatted(fixture.draft(account, HttpFixture.transfer(account, fixture.ada.address(), SOL / 4)), fixture.alice.address()));
        fixture.lands(account, proposed);
        return path + "/transactions/" + proposed.get("transaction_index").longValue();
    }

    private static String signedBy(String name) {
        return quoted("{'transaction_signers':['%s']}").formatted(TestKey.of(name).address());
    }
}
