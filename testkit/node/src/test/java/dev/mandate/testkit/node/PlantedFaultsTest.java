package dev.mandate.testkit.node;

import static dev.mandate.testkit.node.NodeCalls.PAYER;
import static dev.mandate.testkit.node.NodeCalls.SOL;
import static dev.mandate.testkit.node.NodeCalls.post;
import static dev.mandate.testkit.node.NodeCalls.sending;
import static dev.mandate.testkit.node.NodeCalls.transfer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.wire.WireTransaction;
import dev.mandate.testkit.node.faults.FaultPlan;
import dev.mandate.testkit.node.faults.FaultProxy;
import dev.mandate.testkit.node.faults.WireFault;
import io.vavr.collection.Array;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A plan's faults reach the client, the same ones for the same seed. */
class PlantedFaultsTest {

    private static SolanaTestNode node(WireFault... kinds) {
        SolanaTestNode node = SolanaTestNode.builder().faults(FaultPlan.steady(7, Array.of(kinds), 100)).start();
        node.airdrop(PAYER.address().toString(), 2 * SOL);
        return node;
    }

    private static String slot(SolanaTestNode node) throws InterruptedException {
        try {
            var answer = post(node.url(), "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"getSlot\"}");
            return answer.statusCode() + " " + answer.body();
        } catch (IOException cut) {
            return "cut";
        }
    }

    private static Array<String> answers(long seed) throws InterruptedException {
        try (SolanaTestNode node = SolanaTestNode.builder()
                .faults(FaultPlan.steady(seed, Array.of(WireFault.TOO_MANY_REQUESTS, WireFault.NODE_BEHIND, WireFault.TRUNCATED), 50))
                .start()) {
            Array<String> answers = Array.empty();
            for (int i = 0; i < 20; i++) {
                answers = answers.append(slot(node));
            }
            return answers;
        }
    }

    @Test
    void theSameSeedPlantsTheSameFaults() throws Exception {
        Array<String> first = answers(3);

        assertEquals(first, answers(3));
        assertNotEquals(first, answers(4));
        assertTrue(first.count(answer -> answer.startsWith("200") && answer.contains("result")) >= 5, first::toString);
        assertTrue(first.exists(answer -> answer.startsWith("429")), first::toString);
    }

    @Test
    void atMostTwoFaultsComeInARow() throws Exception {
        try (SolanaTestNode node = node(WireFault.UNAVAILABLE)) {
            Array<String> answers = Array.of(slot(node), slot(node), slot(node), slot(node));
            assertEquals(Array.of("503 ", "503 ", "200 ", "503 "), answers.map(answer -> answer.substring(0, 4)));
        }
    }

    @Test
    void aForgottenTransactionIsAcceptedAndDoesNotLand() throws Exception {
        try (SolanaTestNode node = node(WireFault.SEND_FORGOTTEN)) {
            Bytes transaction = transfer(node, SOL);

            String answer = send(node, transaction);

            assertTrue(answer.contains(id(transaction)), answer);
            assertTrue(node.chain().landed(WireTransaction.parse(transaction).get().signatures().head()).get().isEmpty());
        }
    }

    @Test
    void aLaggingNodeShowsAnEarlierSlot() throws Exception {
        try (SolanaTestNode node = node(WireFault.NODE_LAGS)) {
            long now = node.answer(NodeCalls.call("getSlot", "[]")).get("result").longValue();
            long shown = NodeCalls.MAPPER.readTree(slot(node).substring(4)).get("result").longValue();
            assertTrue(shown < now && shown >= now - 200, () -> shown + " of " + now);
        }
    }

    @Test
    void aForkTakesBackWhatWasConfirmed() throws Exception {
        try (SolanaTestNode node = node(WireFault.FORK)) {
            Bytes transaction = transfer(node, SOL);
            assertTrue(send(node, transaction).contains(id(transaction)));
            Array<String> levels = Array.empty();
            for (int i = 0; i < 60; i++) {
                levels = levels.append(status(node, transaction));
            }
            assertEquals("confirmed", levels.head());
            assertEquals("none", levels.last());
        }
    }

    private static String status(SolanaTestNode node, Bytes transaction) throws IOException, InterruptedException {
        var answer = post(node.url(), NodeCalls.call("getSignatureStatuses", "[[\"" + id(transaction) + "\"]]").toString()).body();
        return NodeCalls.MAPPER.readTree(answer).get("result").get("value").get(0).path("confirmationStatus").asString("none");
    }

    private static String send(SolanaTestNode node, Bytes transaction) throws IOException, InterruptedException {
        return post(node.url(), NodeCalls.call("sendTransaction", sending(transaction, "")).toString()).body();
    }

    private static String id(Bytes transaction) {
        return WireTransaction.parse(transaction).get().signatures().head().toString();
    }

    @Test
    void aProxyRefusesFaultsThatOnlyANodeCanMake() {
        FaultPlan plan = FaultPlan.steady(1, Array.of(WireFault.FORK), 10);
        assertThrows(IllegalArgumentException.class, () -> FaultProxy.start(0, request -> request, plan, (fault, methods) -> {}));
    }
}
