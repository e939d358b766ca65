package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A node that does not take several calls in one request is asked for each alone. */
class BatchRefusalTest {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final SolanaTestNode node = SolanaTestNode.httpOnly(simulated);
    private final RpcFixture.MovedClock clock = new RpcFixture.MovedClock();
    private final RpcChain chain =
            new RpcChain(RpcFixture.settings(clock, new RpcFixture.NotedPause(), Duration.ofMillis(500), node));
    private final AtomicInteger batches = new AtomicInteger();

    @AfterEach
    void close() {
        node.close();
    }

    static Stream<NodeFault> refusals() {
        return Stream.of(
                new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"no batches\"},\"id\":null}"),
                new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32603,\"message\":\"no batches\"},\"id\":1}"),
                new NodeFault.Body("{\"error\":\"batches are not supported\"}"),
                new NodeFault.Body("[{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"no batches\"},\"id\":null}]"),
                new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"ok\"}"),
                new NodeFault.Body("[]"),
                new NodeFault.Body(""),
                new NodeFault.Body("null"),
                new NodeFault.Body("<html>Bad Request</html>"),
                new NodeFault.ErrorAnswer(-32600, "null"),
                new NodeFault.ErrorAnswer(-32601, "null"),
                new NodeFault.ErrorAnswer(-32005, "null"),
                new NodeFault.Status(400, Option.none()),
                new NodeFault.Status(403, Option.none()),
                new NodeFault.Status(405, Option.none()),
                new NodeFault.Status(413, Option.none()),
                new NodeFault.Status(500, Option.none()),
                new NodeFault.Cut(),
                new NodeFault.Silence(),
                new NodeFault.Truncated(10));
    }

    private void refusing(int calls, NodeFault fault) {
        node.failing(methods -> Option.when(methods.size() >= calls, () -> {
            batches.incrementAndGet();
            return fault;
        }));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void isAskedForEachCallAloneHoweverItRefuses(NodeFault refusal) {
        refusing(2, refusal);
        assertTrue(chain.healthySlot().isRight());
        assertTrue(chain.latestBlockhash().isRight());
        assertEquals(1, batches.get(), "the refusal is remembered");
    }

    @Test
    void isAskedAgainForABatchAfterTenMinutes() {
        refusing(2, new NodeFault.Status(400, Option.none()));
        assertTrue(chain.healthySlot().isRight());
        clock.advance(Duration.ofMinutes(10));
        node.failing(methods -> Option.none());
        assertTrue(chain.healthySlot().isRight());
        assertEquals("getEpochInfo", node.asked().last());
        int before = node.asked().size();
        assertTrue(chain.healthySlot().isRight());
        assertEquals(before + 2, node.asked().size());
    }

    @Test
    void getsSmallerBatchesWhereItRefusesLargeOnes() {
        refusing(3, new NodeFault.Status(413, Option.none()));
        var many = AccountQuery.ofAnyOwner(Array.range(0, 250).map(i -> TestKey.of("account " + i).address()));
        assertTrue(chain.accounts(many).isRight());
        assertTrue(chain.accounts(many).isRight());
        assertEquals(1, batches.get());
        node.failing(methods -> Option.when(methods.size() == 1 && methods.contains("getHealth"), new NodeFault.Cut()));
        assertTrue(chain.healthySlot().isRight(), "two calls still go together");
    }

    @Test
    void isAskedForABatchAgainAfterItAskedForFewerCalls() {
        refusing(2, new NodeFault.Status(429, Option.some("1")));
        assertTrue(chain.healthySlot().isLeft());
        clock.advance(Duration.ofSeconds(1));
        assertTrue(chain.healthySlot().isRight(), "now one by one");
        assertEquals(1, batches.get());
        clock.advance(Duration.ofMinutes(1));
        assertTrue(chain.healthySlot().isLeft());
        assertEquals(2, batches.get());
    }

    @Test
    void aDeadNodeIsNotTakenForOneThatRefusesBatches() {
        node.failing(methods -> Option.when(!methods.contains("getGenesisHash"), new NodeFault.Cut()));
        assertTrue(chain.healthySlot().isLeft());
        int before = node.asked().size();
        assertTrue(chain.healthySlot().isLeft());
        assertEquals(before + 2, node.asked().size(), "one batch, and no call alone");
        node.failing(methods -> Option.when(methods.size() == 1 && !methods.contains("getGenesisHash"), new NodeFault.Cut()));
        assertTrue(chain.healthySlot().isRight());
    }

    /** A search that the node does not offer is no reason to send the other calls alone. */
    @Test
    void aRefusedCallOfABatchIsNoRefusalOfBatches() {
        node.failing(methods -> Option.none());
        node.answering(answer -> {
            if (answer.isArray()) {
                var refused = (tools.jackson.databind.node.ObjectNode) answer.get(1);
                refused.remove("result");
                refused.putObject("error").put("code", -32601).put("message", "Method not found");
            }
            return answer;
        });
        assertTrue(chain.healthySlot().isLeft());
        assertEquals(Array.of("getGenesisHash", "getHealth", "getEpochInfo"), node.asked());
    }
}
