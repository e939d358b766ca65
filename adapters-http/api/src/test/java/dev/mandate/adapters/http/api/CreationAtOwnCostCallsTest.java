package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class CreationAtOwnCostCallsTest {

    private static final String PATH = "/api/v1/smart-accounts";

    /** The operator pays for no account. */
    private final HttpFixture fixture = new HttpFixture(new CreationAllowance(BaseUnits.ZERO, 0));

    private String terms(Address payer) {
        return fixture.terms().replaceFirst("}$", quoted(",'fee_config':{'payer_address':'%s'}}").formatted(payer));
    }

    @Test
    void theCallerSignsSubmitsAndPays() {
        long operators = fixture.lamports(fixture.operator.feePayer());
        long alices = fixture.lamports(fixture.alice.address());

        ObjectNode built = fixture.served("POST", PATH, terms(fixture.alice.address()));
        String account = built.get("smart_account_address").stringValue();
        assertEquals(quoted("['%s']").formatted(fixture.alice.address()), built.get("required_signers").toString());
        ObjectNode submitted = fixture.submitted(account, fixture.signedBy(fixture.alice, built));

        assertEquals("confirmed", submitted.get("status").stringValue(), submitted::toString);
        assertEquals(2, fixture.served("GET", PATH + "/" + account, "").get("threshold").intValue());
        assertEquals(operators, fixture.lamports(fixture.operator.feePayer()));
        assertTrue(fixture.lamports(fixture.alice.address()) < alices);
    }

    @Test
    void theBuilderOfTheOtherVersionTakesAPayerToo() {
        ObjectNode built =
                fixture.served("POST", "/api/v0/smart_account/transaction/create", terms(fixture.alice.address()));

        assertEquals(fixture.alice.address().toString(), built.get("fee").get("payer_address").stringValue());
    }

    @Test
    void aDryRunReportsTheCost() {
        ObjectNode reported = fixture.served("POST", PATH + "?dry_run=true", terms(fixture.alice.address()));
        assertEquals("allowed", reported.get("verdict").get("outcome").stringValue());
    }

    @Test
    void whereTheOperatorIsNamedItPays() {
        fixture.refused(429, "creation_quota", "POST", PATH, terms(fixture.operator.feePayer()));
    }

    @Test
    void anAccountIsListedOnceItHasLanded() {
        ObjectNode never = fixture.served("POST", PATH, terms(fixture.alice.address()));
        ObjectNode built = fixture.served("POST", PATH, terms(fixture.alice.address()));
        String account = built.get("smart_account_address").stringValue();
        assertEquals(0, fixture.served("GET", PATH, "").get("items").size());
        fixture.refused(404, "unknown_account", "GET", PATH + "/" + never.get("smart_account_address").stringValue(), "", "address");

        ObjectNode submitted = fixture.submitted(account, fixture.signedBy(fixture.alice, built));

        assertEquals("confirmed", submitted.get("status").stringValue());
        ObjectNode listed = fixture.served("GET", PATH, "");
        assertEquals(1, listed.get("items").size(), listed::toString);
        assertEquals(account, listed.get("items").get(0).get("smart_account_address").stringValue());
        assertEquals("created", listed.get("items").get(0).get("status").stringValue());
    }
}
