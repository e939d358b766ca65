package dev.mandate.testkit.node;

import static dev.mandate.testkit.node.NodeCalls.PAYER;
import static dev.mandate.testkit.node.NodeCalls.RECEIVER;
import static dev.mandate.testkit.node.NodeCalls.SOL;
import static dev.mandate.testkit.node.NodeCalls.error;
import static dev.mandate.testkit.node.NodeCalls.result;
import static dev.mandate.testkit.node.NodeCalls.sending;
import static dev.mandate.testkit.node.NodeCalls.transfer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Accounts come in the encoding that a client asks for, and programs' accounts by their filters. */
class AccountEncodingsTest {

    private static final Address OWNER = TestKey.of("program").address();
    private static final Address ACCOUNT = TestKey.of("account").address();
    private static final Address MINT = TestKey.of("mint").address();

    private final SolanaTestNode node = SolanaTestNode.builder().inProcess();

    private void put(Address address, Address owner, Bytes data) {
        node.chain().put(address, new AccountData(BaseUnits.of(SOL), owner, data, false));
    }

    private JsonNode data(String config) {
        return result(node, "getAccountInfo", "[\"" + ACCOUNT + "\"" + config + "]").get("value").get("data");
    }

    @Test
    void dataComesAsTextOrWithItsEncoding() {
        put(ACCOUNT, OWNER, Bytes.of((byte) 1, (byte) 2, (byte) 3, (byte) 4));

        assertEquals("\"2VfUX\"", data("").toString());
        assertEquals("[\"2VfUX\",\"base58\"]", data(",{\"encoding\":\"base58\"}").toString());
        assertEquals("[\"AQIDBA==\",\"base64\"]", data(",{\"encoding\":\"base64\"}").toString());
        assertEquals("[\"AQIDBA==\",\"base64\"]", data(",{\"encoding\":\"jsonParsed\"}").toString());
        assertEquals("[\"AgM=\",\"base64\"]", data(",{\"encoding\":\"base64\",\"dataSlice\":{\"offset\":1,\"length\":2}}").toString());
        assertEquals("[\"\",\"base64\"]", data(",{\"encoding\":\"base64\",\"dataSlice\":{\"offset\":9,\"length\":2}}").toString());
    }

    @Test
    void longDataIsRefusedInBase58() {
        put(ACCOUNT, OWNER, Bytes.of(new byte[129]));

        assertEquals(-32600, error(node, "getAccountInfo", "[\"" + ACCOUNT + "\"]").get("code").intValue());
    }

    @Test
    void tokensAreParsed() {
        put(MINT, TokenProgram.TOKEN.id(), new MintAccount(Option.none(), BaseUnits.of(7), 2, Option.none(), Bytes.EMPTY).encode());
        put(ACCOUNT, TokenProgram.TOKEN.id(), TokenAccount.of(MINT, OWNER, BaseUnits.of(1_250)).encode());

        JsonNode parsed = data(",{\"encoding\":\"jsonParsed\"}");

        assertEquals("spl-token", parsed.get("program").stringValue());
        assertEquals("account", parsed.get("parsed").get("type").stringValue());
        JsonNode info = parsed.get("parsed").get("info");
        assertEquals(OWNER.toString(), info.get("owner").stringValue());
        assertEquals("12.5", info.get("tokenAmount").get("uiAmountString").stringValue());
    }

    @Test
    void accountsOfAProgramAreFilteredBySizeAndContent() {
        put(ACCOUNT, OWNER, Bytes.of((byte) 1, (byte) 2, (byte) 3));
        put(RECEIVER, OWNER, Bytes.of((byte) 1, (byte) 2, (byte) 3, (byte) 4));
        put(MINT, OWNER, Bytes.of((byte) 9, (byte) 2, (byte) 3));

        assertEquals(3, ofProgram("{}").size());
        assertEquals(2, ofProgram("{\"filters\":[{\"dataSize\":3}]}").size());
        assertEquals(2, ofProgram("{\"filters\":[{\"memcmp\":{\"offset\":0,\"bytes\":\"2\"}}]}").size());
        JsonNode found = ofProgram("{\"withContext\":true,\"encoding\":\"base64\",\"filters\":"
                + "[{\"dataSize\":3},{\"memcmp\":{\"offset\":0,\"bytes\":\"AQI=\",\"encoding\":\"base64\"}}]}");
        assertEquals(ACCOUNT.toString(), found.get("value").get(0).get("pubkey").stringValue());
        assertTrue(found.get("context").get("slot").isIntegralNumber());
    }

    private JsonNode ofProgram(String config) {
        return result(node, "getProgramAccounts", "[\"" + OWNER + "\"," + config + "]");
    }

    @Test
    void transfersAreParsed() {
        node.airdrop(PAYER.address().toString(), SOL);
        String id = result(node, "sendTransaction", sending(transfer(node, SOL / 2), "")).stringValue();

        JsonNode message = result(node, "getTransaction", "[\"" + id + "\",\"jsonParsed\"]").get("transaction").get("message");

        assertEquals(
                "{\"program\":\"system\",\"parsed\":{\"type\":\"transfer\",\"info\":{\"source\":\"" + PAYER.address() + "\",\"destination\":\"" + RECEIVER
                        + "\",\"lamports\":500000000}},\"programId\":\"11111111111111111111111111111111\",\"stackHeight\":null}",
                message.get("instructions").get(0).toString());
        assertEquals(
                "{\"pubkey\":\"" + PAYER.address() + "\",\"signer\":true,\"source\":\"transaction\",\"writable\":true}",
                message.get("accountKeys").get(0).toString());
    }

    @Test
    void aSimulationShowsTheAccountsAfterIt() {
        node.airdrop(PAYER.address().toString(), SOL);
        String accounts = "\"accounts\":{\"encoding\":\"base64\",\"addresses\":[\"" + RECEIVER + "\",\"" + MINT + "\"]}";

        JsonNode value = result(node, "simulateTransaction", sending(transfer(node, SOL / 2), accounts)).get("value");

        assertTrue(value.get("err").isNull(), value::toString);
        assertEquals(SOL / 2, value.get("accounts").get(0).get("lamports").longValue());
        assertTrue(value.get("accounts").get(1).isNull());
        assertEquals(0, result(node, "getBalance", "[\"" + RECEIVER + "\"]").get("value").longValue());
    }

    @Test
    void aSimulationReplacesAnOldBlockhash() {
        node.airdrop(PAYER.address().toString(), SOL);
        Bytes old = transfer(node, SOL / 2);
        node.expireBlockhashes();

        assertEquals("BlockhashNotFound", result(node, "simulateTransaction", sending(old, "")).get("value").get("err").stringValue());
        JsonNode replaced = result(node, "simulateTransaction", sending(old, "\"replaceRecentBlockhash\":true")).get("value");

        assertTrue(replaced.get("err").isNull(), replaced::toString);
        assertEquals(
                node.chain().latestBlockhash().get().blockhash().toString(),
                replaced.get("replacementBlockhash").get("blockhash").stringValue());
    }
}
