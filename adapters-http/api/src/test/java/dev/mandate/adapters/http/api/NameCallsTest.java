package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.json;
import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** A tenant keeps names of addresses. Explanations show them beside the address, never instead of it. */
class NameCallsTest {

    private static final String NAMES = "/api/v1/names";
    private static final String EXPLAIN = "/api/v1/explain";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String transactions = "/api/v1/smart-accounts/" + account + "/transactions";

    private static String names(String... addressesAndNames) {
        return Array.of(addressesAndNames)
                .grouped(2)
                .map(pair -> "{'address':'%s','name':'%s'}".formatted(pair.get(0), pair.get(1)))
                .mkString("{'names':[", ",", "]}")
                .replace('\'', '"');
    }

    private void keep(String... addressesAndNames) {
        var unused = fixture.served("PUT", NAMES, names(addressesAndNames));
    }

    private ObjectNode proposed() {
        return fixture.served(
                "POST",
                transactions + "?explain=true",
                quoted("{'transaction':'%s','transaction_signers':['%s']}").formatted(
                        fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), 7_000)), fixture.alice.address()));
    }

    @Test
    void namesThatAreKeptStandInEachExplanation() {
        fixture.fund(account, 1_000_000_000);
        assertEquals(0, fixture.served("GET", NAMES, "").get("names").size());
        ObjectNode unnamed = proposed();
        ObjectNode kept = fixture.served("PUT", NAMES, names(account, "the vault", fixture.carol.address().toString(), "Carol"));
        assertEquals(kept, fixture.served("GET", NAMES, ""));

        ObjectNode built = proposed();
        fixture.lands(account, built);
        ObjectNode read = fixture.served("GET", transactions + "/1", "");
        ObjectNode listed = (ObjectNode) fixture.served("GET", transactions, "").get("items").get(0);
        ObjectNode explained = fixture.served("POST", EXPLAIN, quoted("{'smart_account_address':'%s','transaction_index':1}").formatted(account));

        String sentence = account + " (the vault) sends 0.000007 SOL to " + fixture.carol.address() + " (Carol).";
        Array.of(built.get("content"), read.get("content"), listed.get("content"), explained)
                .forEach(content -> assertTrue(content.get("summary").get(0).stringValue().contains(sentence), content::toString));
        assertEquals(unnamed.get("content").get("hashes").get("intent"), built.get("content").get("hashes").get("intent"));
    }

    @Test
    void namesOfOneCallCountMoreThanThoseThatAreKept() {
        fixture.fund(account, 1_000_000_000);
        keep(account, "the vault", fixture.carol.address().toString(), "Carol");

        String given = proposed().get("transaction").stringValue();
        String summary = fixture.served("POST", EXPLAIN, names(account, "our vault").replace("}]}", "}],\"transaction\":\"" + given + "\"}"))
                .get("summary").get(0).stringValue();

        assertTrue(summary.contains(account + " (our vault) sends 0.000007 SOL to " + fixture.carol.address() + " (Carol)."), summary);
    }

    @Test
    void theNewNamesReplaceAllBeforeAndAreTheTenantsOwn() {
        keep(account, "the vault");
        keep(fixture.carol.address().toString(), "Carol");

        assertEquals(1, fixture.served("GET", NAMES, "").get("names").size());
        assertEquals(0, json(fixture.ask(fixture.rival, "GET", NAMES, "")).get("names").size());
    }

    @Test
    void aNameThatCouldMisleadIsRefused() {
        for (String name : Array.of(
                "", " ", "a ", "two\\nlines", "\u202egnorw", "\u200bhidden", "\u3164", "paid) to Bob (", "x".repeat(65), "pay " + fixture.bob.address())) {
            fixture.refused(422, "not_an_option", "PUT", NAMES, names(account, name), "names[0].name");
        }
        fixture.refused(422, "not_an_option", "PUT", NAMES, names(account, "one", account, "two"), "names");
        String many = names(Array.range(0, 1_001)
                .flatMap(n -> Array.of(Address.of(ByteBuffer.allocate(32).putInt(n).array()).toString(), "n" + n))
                .toJavaArray(String[]::new));
        fixture.refused(422, "too_long", "PUT", NAMES, many, "names");
    }

    @Test
    void anAdminKeyReplacesThemAndAReadingOneReadsThem() {
        String reader = fixture.key("acme", HashSet.of(Scope.READ));

        assertEquals(200, fixture.ask(reader, "GET", NAMES, "").status());
        assertEquals(403, fixture.ask(reader, "PUT", NAMES, names(account, "the vault")).status());
    }
}
