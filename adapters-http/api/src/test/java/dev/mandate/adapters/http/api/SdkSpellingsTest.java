package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Names of the public SDK that differ from the interface: no field of the SDK is lost. */
class SdkSpellingsTest {

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/grid/v1/accounts/" + account;

    @Test
    void signersOfAnUpdateReplaceTheCurrentSigners() {
        String alone = "{\"%s\":[" + signer(fixture.alice) + "],\"threshold\":1}";

        ObjectNode neutral = HttpFixture.json(
                fixture.ask(fixture.acme, "PATCH", "/api/v1/smart-accounts/" + account, alone.formatted("smart_account_signers")));
        ObjectNode sdk = HttpFixture.json(fixture.ask(fixture.acme, "PATCH", path, alone.formatted("signers")));

        assertEquals(neutral.get("transaction"), sdk.get("data").get("transaction"), sdk::toString);
    }

    @Test
    void accountSignersAreTheAvailableSigners() {
        fixture.chain.fund(Address.parse(account).get(), BaseUnits.of(1_000_000_000));
        String prepare = "{\"transaction\":\"%s\",\"account_signers\":[%s]}";

        Reply both = fixture.ask(fixture.acme, "POST", path + "/transactions", prepare.formatted(
                transfer(), quoted(fixture.alice) + "," + quoted(fixture.bob)));
        Reply one = fixture.ask(fixture.acme, "POST", path + "/transactions", prepare.formatted(transfer(), quoted(fixture.alice)));

        assertEquals(200, both.status(), () -> HttpFixture.json(both).toString());
        assertEquals("signers_insufficient", HttpFixture.json(one).get("code").stringValue());
    }

    @Test
    void buildersNameIgnoredFields() {
        ObjectNode built = HttpFixture.json(fixture.ask(fixture.acme, "PATCH", path, "{\"time_lock\":60,\"colour\":\"green\"}"));

        assertEquals("[\"colour\"]", built.get("metadata").get("ignored_fields").toString());
    }

    @Test
    void aRefusalOfTheWholeRequestHasItsCodeAmongTheDetails() {
        ObjectNode refused = HttpFixture.json(fixture.ask(fixture.acme, "PATCH", path, "{}"));

        assertEquals(1, refused.get("details").size());
        JsonNode detail = refused.get("details").get(0);
        assertEquals("", detail.get("field").stringValue());
        assertEquals(refused.get("code"), detail.get("code"));
        assertEquals(refused.get("message"), detail.get("message"));
    }

    /** On other paths such a parameter requests a call without effect. */
    @Test
    void submitRefusesParametersThatRequestNoEffect() {
        for (String word : Array.of("dry_run", "require_success")) {
            Reply reply = fixture.ask(fixture.acme, "POST", path + "/submit?" + word + "=true", "{}");

            assertEquals(400, reply.status(), word);
            assertTrue(HttpFixture.json(reply).get("details").toString().contains("\"" + word + "\""), word);
        }
    }

    @Test
    void everyUnsupportedCallAnswersNotOffered() {
        Array<String> calls = Array.of(
                        "GET /passkeys",
                        "POST /passkeys/transaction",
                        "DELETE /passkeys/1/transaction",
                        "POST /kyc",
                        "GET /kyc/1",
                        "POST /virtual-account",
                        "GET /virtual-accounts",
                        "POST /standing-order-intent",
                        "GET /standing-orders",
                        "GET /standing-order/1",
                        "POST /payment-intent")
                .map(call -> call.replace(" ", " " + path))
                .appendAll(Array.of("POST ", "POST /auth", "POST /submit", "POST /find", "GET /account/1")
                        .map(call -> call.replace(" ", " /api/grid/v1/passkeys")));
        for (String call : calls) {
            String[] parts = call.split(" ", 2);

            assertEquals(501, fixture.ask(fixture.acme, parts[0], parts[1], "").status(), call);
        }
    }

    /** Returns a transfer of 1,000,000 lamports from the account to Bob, as a client sends it: legacy and unsigned. */
    private String transfer() {
        byte[] bytes = new byte[1 + 64 + 3 + 1 + 3 * 32 + 32 + 1 + 4 + 1 + 12];
        bytes[0] = 1;
        bytes[65] = 1;
        bytes[67] = 1;
        bytes[68] = 3;
        put(bytes, 69, Address.parse(account).get().toArray());
        put(bytes, 101, fixture.bob.address().toArray());
        put(bytes, 197, new byte[] {1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 64, 66, 15, 0, 0, 0, 0, 0});
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static void put(byte[] bytes, int at, byte[] part) {
        System.arraycopy(part, 0, bytes, at, part.length);
    }

    private static String quoted(TestKey key) {
        return "\"" + key.address() + "\"";
    }

    private static String signer(TestKey key) {
        return "{\"address\":\"%s\",\"permissions\":[\"CAN_INITIATE\",\"CAN_VOTE\",\"CAN_EXECUTE\"]}".formatted(key.address());
    }
}
