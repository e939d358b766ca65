package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemInstruction;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A transaction leaves once, and whatever a node says to it, its status decides. */
class SendingTest {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final SolanaTestNode first = SolanaTestNode.httpOnly(simulated);
    private final SolanaTestNode second = SolanaTestNode.httpOnly(simulated);
    private final TestKey payer = TestKey.of("payer");
    private final RpcChain chain = new RpcChain(RpcFixture.settings(
            new RpcFixture.MovedClock(), new RpcFixture.NotedPause(), Duration.ofSeconds(3), first, second));

    @BeforeEach
    void fund() {
        simulated.fund(payer.address(), BaseUnits.of(1_000_000_000));
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    static Bytes signed(SimulatedChain chain, TestKey payer, long lamports) {
        return TestTransactions.signed(
                new Message(
                        MessageVersion.LEGACY,
                        payer.address(),
                        chain.latestBlockhash().get().blockhash(),
                        List.of(SystemProgram.encode(new SystemInstruction.Transfer(payer.address(), payer.address(), BaseUnits.of(lamports)))),
                        List.empty()),
                List.of(payer));
    }

    static Signature id(Bytes transaction) {
        return new Signature(transaction.slice(1, Signature.LENGTH));
    }

    private static Array<JsonNode> sent(SolanaTestNode node) {
        return node.requests().filter(call -> call.get("method").stringValue().equals("sendTransaction"));
    }

    private boolean landed(Bytes transaction) {
        return simulated.statuses(Array.of(id(transaction))).get().head().isDefined();
    }

    @Test
    void goesToOneNodeWithoutItsPreflightAndWithoutItsRetries() {
        Bytes transaction = signed(simulated, payer, 1);
        assertEquals(Either.right(new SendOutcome.Accepted(id(transaction))), chain.send(transaction));
        JsonNode config = sent(first).single().get("params").get(1);
        assertEquals("base64", config.get("encoding").stringValue());
        assertTrue(config.get("skipPreflight").booleanValue());
        assertEquals(0, config.get("maxRetries").intValue());
        assertEquals(Array.empty(), second.asked());
    }

    static Stream<NodeFault> faults() {
        return Stream.of(
                new NodeFault.Cut(),
                new NodeFault.CutAfterwards(),
                new NodeFault.Silence(),
                new NodeFault.Truncated(10),
                new NodeFault.Body("<html>"),
                new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":null}"),
                new NodeFault.Status(429, Option.some("1")),
                new NodeFault.Status(500, Option.none()),
                new NodeFault.Status(503, Option.some("1")),
                new NodeFault.ErrorAnswer(-32002, "{\"err\":\"BlockhashNotFound\",\"logs\":[]}"),
                new NodeFault.ErrorAnswer(-32003, "null"),
                new NodeFault.ErrorAnswer(-32005, "{\"numSlotsBehind\":5}"),
                new NodeFault.ErrorAnswer(-32016, "{\"contextSlot\":5}"),
                new NodeFault.ErrorAnswer(-32602, "null"),
                new NodeFault.ErrorAnswer(-32603, "null"));
    }

    /** The node may have passed it on in each of these cases: nobody is told that it was refused, and no other node gets it. */
    @ParameterizedTest
    @MethodSource("faults")
    void isSentOnceDespiteAnyNodeFault(NodeFault fault) {
        first.failing(methods -> Option.when(methods.contains("sendTransaction"), fault));
        Bytes transaction = signed(simulated, payer, 1);
        Either<ChainFault, SendOutcome> outcome = chain.send(transaction);
        assertTrue(outcome.isLeft(), outcome::toString);
        assertFalse(outcome.toString().contains(SolanaTestNode.SECRET), outcome::toString);
        assertEquals(1, sent(first).size());
        assertEquals(0, sent(second).size());
        boolean passedOn = fault instanceof NodeFault.CutAfterwards || fault instanceof NodeFault.Silence || fault instanceof NodeFault.Truncated;
        assertEquals(passedOn, landed(transaction));
    }

    @Test
    void goesToTheNextNodeWhereNoByteCanHaveLeft() {
        first.close();
        Bytes transaction = signed(simulated, payer, 1);
        assertTrue(chain.send(transaction).isRight());
        assertEquals(1, sent(second).size());
        assertTrue(landed(transaction));
    }

    @Test
    void doesNotGoToANodeOfAnotherNetwork() {
        first.genesis("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d");
        assertTrue(chain.send(signed(simulated, payer, 1)).isRight());
        assertEquals(0, sent(first).size());
        assertEquals(1, sent(second).size());
    }

    @Test
    void isNotConfirmedByTheSignatureOfAnotherTransaction() {
        Signature other = id(signed(simulated, payer, 2));
        first.answering(answer -> answer.path("result").isString() && answer.get("result").stringValue().length() > 60
                ? ((ObjectNode) answer).put("result", other.toString())
                : answer);
        assertInstanceOf(ChainFault.BadAnswer.class, chain.send(signed(simulated, payer, 1)).getLeft());
        assertEquals(1, sent(first).size());
    }

    @Test
    void isNoTransactionWithoutASignature() {
        assertInstanceOf(ChainFault.BadAnswer.class, chain.send(Bytes.of(new byte[] {1, 2, 3})).getLeft());
        assertEquals(0, sent(first).size());
    }
}
