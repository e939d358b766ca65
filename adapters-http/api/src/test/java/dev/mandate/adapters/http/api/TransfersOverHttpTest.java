package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Transfers in both formats. */
class TransfersOverHttpTest {

    private static final long SOL = 1_000_000_000;
    private static final String FAUCET = "Faucet1111111111111111111111111111111111111";
    private static final String NATIVE = "11111111111111111111111111111111";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final Address vault = Address.of(account);

    @Test
    void incomingSolIsListedInBothSpellings() {
        fixture.chain.airdrop(vault, BaseUnits.of(5 * SOL));

        ObjectNode neutral = ok(neutral(""));
        JsonNode item = only(neutral.get("items"));
        String signature = item.get("transaction_signature").stringValue();
        assertEquals(
                "{\"id\":\"%s:0\",\"direction\":\"inflow\",\"token_address\":\"%s\",\"is_token_2022\":false,\"amount\":\"5000000000\",\"amount_decimal\":\"5\",\"decimals\":9,\"from_address\":\"%s\",\"to_address\":\"%s\",\"transaction_signature\":\"%s\",\"instruction_index\":0,\"inner_instruction_index\":null,\"slot\":%d,\"confirmed_at\":\"2025-12-01T00:00:00Z\"}"
                        .formatted(signature, NATIVE, FAUCET, account, signature, item.get("slot").longValue()),
                item.toString());
        assertTrue(neutral.get("next_cursor").isNull());

        ObjectNode grid = ok(grid(""));
        assertEquals(
                "{\"id\":\"%s:0\",\"grid_user_id\":null,\"main_account_address\":\"%s\",\"mint\":\"%s\",\"is_token_2022\":false,\"signature\":\"%s\",\"confirmation_status\":\"confirmed\",\"from_address\":\"%s\",\"to_address\":\"%s\",\"amount\":\"5000000000\",\"ui_amount\":\"5\",\"decimals\":9,\"confirmed_at\":\"2025-12-01T00:00:00Z\",\"created_at\":\"2025-12-01T00:00:00Z\",\"updated_at\":\"2025-12-01T00:00:00Z\",\"direction\":\"inflow\",\"environment\":\"sandbox\",\"instruction_index\":0,\"inner_instruction_index\":null}"
                        .formatted(signature, account, NATIVE, signature, FAUCET, account),
                only(grid.get("data")).toString());
        assertTrue(grid.get("metadata").get("next_cursor").isNull());
        assertTrue(grid.get("metadata").get("request_id").isString());
    }

    @Test
    void solThatTheSignersSendGoesOut() {
        fixture.chain.airdrop(vault, BaseUnits.of(5 * SOL));
        String sent = submitted(SystemProgram.transfer(vault, fixture.bob.address(), BaseUnits.of(SOL)));

        JsonNode newest = ok(neutral("")).get("items").get(0);

        assertEquals("outflow", newest.get("direction").stringValue());
        assertEquals(sent, newest.get("transaction_signature").stringValue());
        assertEquals(account, newest.get("from_address").stringValue());
        assertEquals(fixture.bob.address().toString(), newest.get("to_address").stringValue());
        assertEquals("1", newest.get("amount_decimal").stringValue());
        assertTrue(newest.get("inner_instruction_index").isInt(), newest::toString);
        assertEquals(newest, only(ok(neutral("tx_hash=" + sent)).get("items")));
        assertEquals(sent, only(ok(grid("tx_hash=" + sent)).get("data")).get("signature").stringValue());
    }

    @Test
    void theLargestAmountsAreExact() {
        Address mint = TestKey.of("mint").address();
        Address source = TestKey.of("source").address();
        Address destination = TestKey.of("destination").address();
        put(mint, new MintAccount(Option.none(), BaseUnits.MAX, 9, Option.none(), Bytes.EMPTY).encode());
        put(source, TokenAccount.of(mint, fixture.alice.address(), BaseUnits.MAX).encode());
        put(destination, TokenAccount.of(mint, vault, BaseUnits.ZERO).encode());
        lands(TokenProgram.TOKEN.transfer(source, destination, fixture.alice.address(), BaseUnits.MAX));

        JsonNode item = only(ok(grid("")).get("data"));

        assertEquals("18446744073709551615", item.get("amount").stringValue());
        assertEquals("18446744073.709551615", item.get("ui_amount").stringValue());
        assertEquals(mint.toString(), item.get("mint").stringValue());
        assertEquals(fixture.alice.address().toString(), item.get("from_address").stringValue(), "the owner");
        assertEquals(account, item.get("to_address").stringValue());
    }

    @Test
    void aCursorLeadsThroughAllPagesWhileNewOnesArrive() {
        for (int i = 1; i <= 5; i++) {
            fixture.chain.airdrop(vault, BaseUnits.of(i * SOL));
        }
        Array<String> amounts = Array.empty();
        String cursor = "";
        do {
            ObjectNode page = ok(neutral("limit=2" + cursor));
            amounts = amounts.appendAll(
                    Array.ofAll(page.get("items")).map(item -> item.get("amount_decimal").stringValue()));
            cursor = page.get("next_cursor").isNull() ? "" : "&cursor=" + page.get("next_cursor").stringValue();
            fixture.chain.airdrop(vault, BaseUnits.of(100 * SOL));
        } while (!cursor.isEmpty());
        ObjectNode grid = ok(grid("limit=2"));

        assertEquals(Array.of("5", "4", "3", "2", "1"), amounts);
        assertEquals(2, grid.get("data").size());
        assertEquals(
                2,
                ok(grid("limit=2&cursor=" + grid.get("metadata").get("next_cursor").stringValue()))
                        .get("data")
                        .size());
    }

    @Test
    void daysAndMomentsBoundTheList() {
        fixture.chain.airdrop(vault, BaseUnits.of(SOL));

        for (String within : Array.of(
                "start_date=2025-12-01&end_date=2025-12-01", "start_date=2025-12-01T00:00:00Z",
                "end_date=2025-12-01T01:00:00%2B01:00")) {
            assertEquals(1, ok(neutral(within)).get("items").size(), within);
        }
        for (String outside : Array.of(
                "start_date=2025-12-02", "end_date=2025-11-30", "start_date=2025-12-01T00:00:00.001Z",
                "end_date=2025-11-30T23:59:59.999Z")) {
            assertEquals(0, ok(neutral(outside)).get("items").size(), outside);
        }
    }

    @Test
    void thereAreNoTransfersOfBanks() {
        fixture.chain.airdrop(vault, BaseUnits.of(SOL));

        for (String ofBanks : Array.of(
                "type=ach_push", "payment_rail=wire", "status=payment_processed", "currency=usd", "type=solana&currency=eur")) {
            assertEquals(0, ok(grid(ofBanks)).get("data").size(), ofBanks);
        }
        for (String ofTheChain : Array.of("type=solana", "payment_rail=smart_account", "unknown=passed-over")) {
            assertEquals(1, ok(grid(ofTheChain)).get("data").size(), ofTheChain);
        }
    }

    @Test
    void invalidQueryParametersAreRefusedByName() {
        assertEquals(
                Array.of("cursor", "tx_hash", "start_date", "end_date"),
                refused(neutral("cursor=x&tx_hash=y&start_date=yesterday&end_date=2025-02-30")));
        assertEquals(Array.of("end_date"), refused(neutral("start_date=2025-12-02&end_date=2025-12-01")));
        assertEquals(Array.of("type"), refused(neutral("type=solana")), "the SDK's alone");
        assertEquals(
                Array.of("type", "status", "currency"),
                refused(grid("type=carrier_pigeon&status=lost&currency=gold")));
    }

    @Test
    void aCursorOfAnotherChainIsRefused() {
        String unknown = new Signature(Bytes.of(new byte[Signature.LENGTH])).toString();

        assertEquals(Array.of("cursor"), refused(neutral("cursor=5." + unknown + ".0.-." + unknown)));
    }

    private Reply neutral(String query) {
        return get("/api/v1/smart-accounts/" + account + "/transfers", query);
    }

    private Reply grid(String query) {
        return get("/api/grid/v1/accounts/" + account + "/transfers", query);
    }

    private Reply get(String path, String query) {
        return fixture.answer(new Request(
                "GET",
                path,
                query,
                Headers.NONE.with("authorization", "Bearer " + fixture.acme),
                new Body.Complete(Bytes.EMPTY),
                "127.0.0.1"));
    }

    private static ObjectNode ok(Reply reply) {
        assertEquals(200, reply.status(), () -> new String(reply.body().toArray(), StandardCharsets.UTF_8));
        return HttpFixture.json(reply);
    }

    /** Returns the fields of the problems. */
    private static Array<String> refused(Reply reply) {
        assertEquals(400, reply.status(), () -> new String(reply.body().toArray(), StandardCharsets.UTF_8));
        return Array.ofAll(HttpFixture.json(reply).get("details")).map(detail -> detail.get("field").stringValue());
    }

    private static JsonNode only(JsonNode list) {
        assertEquals(1, list.size(), list::toString);
        return list.get(0);
    }

    /** Prepares, signs by both and submits; returns the signature. */
    private String submitted(Instruction... instructions) {
        ObjectNode built = fixture.servedInEnvelope(
                "POST",
                "/api/grid/v1/accounts/" + account + "/transactions",
                "{\"transaction\":\"%s\"}".formatted(fixture.draft(account, instructions)));
        return fixture.submitted(account, fixture.signed(built)).get("transaction_signature").stringValue();
    }

    /** Lands instructions signed by alice, without the service. */
    private void lands(Instruction... instructions) {
        byte[] draft = Base64.getDecoder().decode(fixture.draft(fixture.alice.address().toString(), instructions));
        Bytes signed = KeyRing.of(fixture.alice).sign(Bytes.of(draft));
        assertTrue(fixture.chain.send(signed).get() instanceof SendOutcome.Accepted);
    }

    private void put(Address address, Bytes data) {
        fixture.chain.put(address, new AccountData(BaseUnits.of(SOL), TokenProgram.TOKEN.id(), data, false));
    }
}
