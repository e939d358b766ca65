package dev.mandate.testkit.node;

import static dev.mandate.testkit.node.NodeCalls.PAYER;
import static dev.mandate.testkit.node.NodeCalls.RECEIVER;
import static dev.mandate.testkit.node.NodeCalls.SOL;
import static dev.mandate.testkit.node.NodeCalls.call;
import static dev.mandate.testkit.node.NodeCalls.error;
import static dev.mandate.testkit.node.NodeCalls.post;
import static dev.mandate.testkit.node.NodeCalls.quoted;
import static dev.mandate.testkit.node.NodeCalls.result;
import static dev.mandate.testkit.node.NodeCalls.sending;
import static dev.mandate.testkit.node.NodeCalls.transfer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Errors have Agave's codes, and say why. */
class RpcErrorsTest {

    private final SolanaTestNode node = SolanaTestNode.builder().inProcess();

    @BeforeEach
    void fund() {
        node.airdrop(PAYER.address().toString(), SOL);
    }

    private static int code(JsonNode error) {
        return error.get("code").intValue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "getNothing | [] | -32601",
        "getBalance | [] | -32602",
        "getBalance | [\"no address\"] | -32602",
        "getBalance | [7] | -32602",
        "getSignatureStatuses | [[\"no signature\"]] | -32602",
        "getSignatureStatuses | [{}] | -32602",
        "sendTransaction | [\"####\", {\"encoding\": \"base64\"}] | -32602",
        "sendTransaction | [\"0OIl\"] | -32602",
        "sendTransaction | [\"AQ==\", {\"encoding\": \"base64\"}] | -32602",
        "sendTransaction | [\"AQ==\", {\"encoding\": \"hex\"}] | -32602",
        "getTokenSupply | [\"11111111111111111111111111111111\"] | -32602",
        "getSignaturesForAddress | [\"11111111111111111111111111111111\", {\"limit\": 1001}] | -32602",
        "getAccountInfo | [\"11111111111111111111111111111111\", {\"encoding\": \"base64+zstd\"}] | -32602",
        "getMinimumBalanceForRentExemption | [-1] | -32602",
        "getMinimumBalanceForRentExemption | [99999999999] | -32602",
        "getProgramAccounts | [\"11111111111111111111111111111111\", {\"filters\": [{\"memcmp\": {\"offset\": -1, \"bytes\": \"1\"}}]}] | -32602",
        "getProgramAccounts | [\"11111111111111111111111111111111\", {\"filters\": [{\"memcmp\": {}}]}] | -32602",
        "getProgramAccounts | [\"11111111111111111111111111111111\", {\"filters\": [{\"dataSize\": \"x\"}]}] | -32602",
        "testWarpClock | [{\"seconds\": -5}] | -32602",
        "testSetAccount | [\"11111111111111111111111111111111\", {\"data\": 7}] | -32602",
        "getBalance | [\"11111111111111111111111111111111\", {\"minContextSlot\": 999999}] | -32016"
    })
    void anErrorHasItsCode(String method, String params, int code) {
        assertEquals(code, code(error(node, method, params)));
    }

    @Test
    void textThatIsNoRequestIsRefused() throws Exception {
        try (SolanaTestNode listening = SolanaTestNode.builder().start()) {
            assertTrue(post(listening.url(), "{").body().contains("-32700"));
            assertTrue(post(listening.url(), "[7]").body().contains("-32600"));
            assertTrue(post(listening.url(), "{\"id\":1}").body().contains("-32600"));
        }
    }

    @Test
    void aFailedPreflightTellsCodeLogsAndUnits() {
        JsonNode error = error(node, "sendTransaction", sending(transfer(node, 2 * SOL), ""));

        assertEquals(-32002, code(error));
        assertEquals(
                "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1",
                error.get("message").stringValue());
        assertEquals("{\"InstructionError\":[0,{\"Custom\":1}]}", error.get("data").get("err").toString());
        assertTrue(error.get("data").get("logs").toString().contains("11111111111111111111111111111111"), error::toString);
    }

    @Test
    void aTransactionIsRefusedTheSecondTime() {
        String params = sending(transfer(node, 1_000_000), "");
        assertTrue(result(node, "sendTransaction", params).isString());

        JsonNode error = error(node, "sendTransaction", params);

        assertEquals("Transaction simulation failed: This transaction has already been processed", error.get("message").stringValue());
    }

    @Test
    void withoutAPreflightEveryTransactionIsAccepted() {
        Bytes tooMuch = transfer(node, 2 * SOL);

        String id = result(node, "sendTransaction", sending(tooMuch, "\"skipPreflight\":true")).stringValue();

        JsonNode status = result(node, "getSignatureStatuses", "[[\"" + id + "\"]]").get("value").get(0);
        assertEquals("{\"InstructionError\":[0,{\"Custom\":1}]}", status.get("err").toString());
        assertEquals(status.get("err"), status.get("status").get("Err"));
    }

    @Test
    void aWrongSignatureIsRefusedByThePreflightAlone() {
        Bytes wrong = WireTransaction.unsigned(WireTransaction.parse(transfer(node, 1)).get().message()).serialize();

        assertEquals(-32003, code(error(node, "sendTransaction", sending(wrong, ""))));
        assertEquals(-32003, code(error(node, "simulateTransaction", sending(wrong, "\"sigVerify\":true"))));
        assertEquals(
                -32602,
                code(error(node, "simulateTransaction", sending(wrong, "\"sigVerify\":true,\"replaceRecentBlockhash\":true"))));
        assertTrue(result(node, "sendTransaction", sending(wrong, "\"skipPreflight\":true")).isString());
        assertTrue(result(node, "getSignaturesForAddress", quoted(RECEIVER)).isEmpty());
    }

    @Test
    void aVersionedTransactionIsShownToClientsThatKnowItsVersion() {
        Bytes versioned = TestTransactions.signed(
                new Message(
                        MessageVersion.V0,
                        PAYER.address(),
                        node.chain().latestBlockhash().get().blockhash(),
                        Array.of(SystemProgram.transfer(PAYER.address(), RECEIVER, BaseUnits.of(1_000_000))),
                        Array.empty()),
                Array.of(PAYER));
        String id = result(node, "sendTransaction", sending(versioned, "")).stringValue();
        String legacy = result(node, "sendTransaction", sending(transfer(node, 1_000_000), "")).stringValue();

        assertEquals(-32015, code(error(node, "getTransaction", quoted(id))));
        JsonNode known = result(node, "getTransaction", "[\"" + id + "\",{\"maxSupportedTransactionVersion\":0}]");
        assertEquals(0, known.get("version").intValue());
        assertEquals("legacy", result(node, "getTransaction", quoted(legacy)).get("version").stringValue());
    }

    @Test
    void aBatchIsAnsweredInItsOrder() {
        JsonNode batch = NodeCalls.MAPPER.createArrayNode().add(call("getSlot", "[]")).add(call("getNothing", "[]")).add(call("getHealth", "[]"));

        JsonNode answers = node.answer(batch);

        assertEquals(3, answers.size());
        assertEquals(-32601, answers.get(1).get("error").get("code").intValue());
        assertEquals("ok", answers.get(2).get("result").stringValue());
    }
}
