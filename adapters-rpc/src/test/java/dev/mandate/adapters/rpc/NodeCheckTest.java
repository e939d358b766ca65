package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.NodeReport.Verdict;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.MissingMethod;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.wire.WireTransaction;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What a check says of a node. */
class NodeCheckTest {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final SolanaTestNode node = SolanaTestNode.httpOnly(simulated);
    private final java.util.List<NodeFailure> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
    private final RpcChain chain = new RpcChain(
            RpcFixture.settings(new RpcFixture.MovedClock(), new RpcFixture.NotedPause(), Duration.ofSeconds(10), node), failures::add);

    @AfterEach
    void close() {
        node.close();
    }

    private NodeReport check() {
        return chain.check().head();
    }

    private Array<String> missing() {
        return check().methods().filter(method -> method.verdict() == Verdict.MISSING).map(NodeReport.Method::name);
    }

    private void refusing(String method, NodeFault fault) {
        node.failing(methods -> Option.when(methods.contains(method), fault));
    }

    @Test
    void aNodeThatOffersAllLacksNothing() {
        assertEquals(Array.empty(), check().methods().filter(method -> method.verdict() != Verdict.OK));
        assertEquals(Array.empty(), chain.sourceHealth().head().missing());
        assertTrue(failures.isEmpty(), failures::toString);
    }

    /** Whatever the chain calls is checked, so that a new call cannot be forgotten. */
    @Test
    void asksForEachMethodThatTheChainCalls() {
        assertTrue(check().missing().isEmpty());
        HashSet<String> checked = HashSet.ofAll(node.asked());
        TestKey payer = TestKey.of("payer");
        simulated.fund(payer.address(), BaseUnits.of(1_000_000_000));
        Bytes transaction = SendingTest.signed(simulated, payer, 1);
        assertTrue(chain.accounts(Array.empty()).isRight());
        assertTrue(chain.ownedAccounts(TokenProgram.TOKEN.id(), Array.empty()).isRight());
        assertTrue(chain.blockhashStatus(new Blockhash(Bytes32.of(new byte[32]))).isRight());
        assertTrue(chain.latestBlockhash().isRight());
        assertTrue(chain.healthySlot().isRight());
        assertTrue(chain.rentExemptMinimum(0).isRight());
        assertTrue(chain.fees(Array.of(WireTransaction.parse(transaction).get().message().serialize())).isRight());
        assertTrue(chain.recentUnitPrices(Array.of(payer.address())).isRight());
        assertTrue(chain.simulate(transaction).isRight());
        assertTrue(chain.send(transaction).isRight());
        assertTrue(chain.statusAtHeight(SendingTest.id(transaction)).isRight());
        assertTrue(chain.history(payer.address(), Option.none(), 1).isRight());
        assertTrue(chain.landed(SendingTest.id(transaction)).isRight());
        assertEquals(HashSet.empty(), HashSet.ofAll(node.asked()).removeAll(checked));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "getHealth", "getLatestBlockhash", "isBlockhashValid", "getMultipleAccounts", "getProgramAccounts", "getTokenAccountsByOwner",
        "getMinimumBalanceForRentExemption", "getFeeForMessage", "getRecentPrioritizationFees", "sendTransaction", "getSignatureStatuses",
        "getTransaction"
    })
    void namesTheMethodThatANodeDoesNotOffer(String method) {
        for (NodeFault refusal : List.of(
                new NodeFault.ErrorAnswer(-32601, "null"),
                new NodeFault.ErrorAnswer(-32010, "null"),
                new NodeFault.ErrorAnswer(35, "null"),
                new NodeFault.Status(403, Option.none()),
                new NodeFault.Status(404, Option.none()),
                new NodeFault.Body("{\"error\":\"method not available on your plan\"}"),
                new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"message\":\"no\"}}"))) {
            refusing(method, refusal);
            assertEquals(Array.of(method), missing(), refusal::toString);
        }
        assertEquals(Array.of(method), chain.sourceHealth().head().missing().map(MissingMethod::method).toArray());
    }

    @Test
    void aNodeWithoutHistoryLacksTheHistory() {
        refusing("getSignaturesForAddress", new NodeFault.ErrorAnswer(-32601, "null"));
        assertEquals(Array.of("getSignaturesForAddress", "minContextSlot"), missing());
        node.failing(methods -> Option.when(
                methods.contains("getSignaturesForAddress") || methods.contains("getTransaction"), new NodeFault.ErrorAnswer(-32011, "null")));
        assertEquals(Array.of("getSignaturesForAddress", "getTransaction", "minContextSlot"), missing());
    }

    @Test
    void aNodeThatTakesNoBatchesLacksBatches() {
        node.failing(methods -> Option.when(methods.size() > 1, new NodeFault.Status(400, Option.none())));
        assertEquals(Array.of("batch"), missing());
    }

    @Test
    void aNodeThatIgnoresMinContextSlotLacksIt() {
        SolanaTestNode ignorant = SolanaTestNode.httpOnly(simulated);
        try (ignorant) {
            ignorant.failing(methods -> Option.when(
                    ignorant.requests().lastOption().exists(call -> call.at("/params/1/minContextSlot").asLong(0) > (1L << 40)),
                    () -> new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":" + ignorant.requests().last().get("id") + ",\"result\":[]}")));
            RpcChain over = new RpcChain(RpcFixture.settings(ignorant));
            assertEquals(List.of("minContextSlot"), over.check().head().missing().map(MissingMethod::method).toList());
        }
    }

    @Test
    void aNodeThatDoesNotKnowVersion1LacksIt() {
        node.answering(answer -> {
            if (node.requests().last().get("method").stringValue().equals("simulateTransaction")
                    && node.requests().last().at("/params/0").stringValue().startsWith("gQ")) {
                ((ObjectNode) answer).remove("result");
                ((ObjectNode) answer).putObject("error").put("code", -32602).put("message", "failed to deserialize");
            }
            return answer;
        });
        assertEquals(Array.of("simulateTransaction of version 1"), missing());
    }

    @Test
    void aNodeThatFailsJustNowLacksNothing() {
        refusing("getTransaction", new NodeFault.Status(503, Option.none()));
        NodeReport report = check();
        assertEquals(List.empty(), report.missing().toList());
        assertEquals(Verdict.NO_ANSWER, report.methods().find(method -> method.name().equals("getTransaction")).get().verdict());
    }

    @Test
    void aDeadNodeIsAskedForNoMethod() {
        node.close();
        assertEquals(Array.of(Verdict.NO_ANSWER), check().methods().map(NodeReport.Method::verdict));
        assertTrue(chain.sourceHealth().head().slot().isLeft());
    }

    @Test
    void eachFaultIsToldWithNodeMethodCodeAndWords() {
        refusing("getTransaction", new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"));
        assertEquals(Array.of("getTransaction"), missing());
        String name = "127.0.0.1:" + node.providerUrl().getPort();
        assertTrue(failures.contains(new NodeFailure(name, "getTransaction", "-32601", "Method not found")), failures::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "%s", "the key %s is not known", "see http://127.0.0.1/v1/%s?key=%s", "%S", "key=%s&", "\\u0000%s\\n%s", "api-key s3cr3t... is wrong"
    })
    void noWordsHoldAKey(String words) {
        refusing("getTransaction", new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\""
                + words.formatted(SolanaTestNode.SECRET, SolanaTestNode.SECRET) + "\"}}"));
        assertEquals(Array.of("getTransaction"), missing());
        assertFalse(failures.isEmpty());
        failures.forEach(failure -> {
            assertFalse(failure.text().toLowerCase(java.util.Locale.ROOT).contains("s3cr3t"), failure::text);
            assertTrue(failure.text().chars().noneMatch(Character::isISOControl), failure::text);
        });
    }
}
