package dev.mandate.testkit.node;

import static dev.mandate.testkit.node.NodeCalls.PAYER;
import static dev.mandate.testkit.node.NodeCalls.quoted;
import static dev.mandate.testkit.node.NodeCalls.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.mandate.testkit.node.faults.WireFault;
import dev.mandate.testkit.node.junit.SolanaNode;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Each test has a node of its own. */
@SolanaNode
class SolanaNodeTest {

    private SolanaTestNode given = SolanaTestNode.builder().inProcess();

    @BeforeEach
    void take(SolanaTestNode node) {
        given = node;
    }

    @RepeatedTest(2)
    void aTestHasOneNewNode(SolanaTestNode node) {
        assertSame(given, node);
        assertEquals(0, result(node, "getBalance", quoted(PAYER.address())).get("value").longValue());
        node.airdrop(PAYER.address().toString(), 5);
        assertEquals(5, result(node, "getBalance", quoted(PAYER.address())).get("value").longValue());
    }

    @Test
    @SolanaNode(faults = WireFault.TOO_MANY_REQUESTS, percent = 100)
    void aTestHasFaultsOfItsOwn(SolanaTestNode node) throws Exception {
        assertEquals(429, NodeCalls.post(node.url(), "{}").statusCode());
    }

    @Test
    void theClockIsThatOfTheBuilder() {
        SolanaTestNode node = SolanaTestNode.builder().time(Instant.ofEpochSecond(1_234_567_890)).inProcess();
        node.airdrop(PAYER.address().toString(), 5);
        assertEquals(
                1_234_567_890,
                result(node, "getSignaturesForAddress", quoted(PAYER.address())).get(0).get("blockTime").longValue());
    }
}
