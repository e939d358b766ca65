package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each call to a node is taken from the budget of the request that makes it. */
class CountedCallsTest {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_764_547_200));
    private final TestKey ann = TestKey.of("counted/ann");
    private final SolanaTestNode first = SolanaTestNode.httpOnly(simulated);
    private final SolanaTestNode second = SolanaTestNode.httpOnly(simulated);
    private final RpcChain one = chain(first);
    private final RpcChain two = chain(first, second);

    private static RpcChain chain(SolanaTestNode... nodes) {
        return new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(nodes).map(SolanaTestNode::providerUrl)));
    }

    /** Nodes are asked for their network first. */
    @BeforeEach
    void ask() {
        simulated.fund(ann.address(), BaseUnits.of(1_000_000_000));
        Array.of(one, two).forEach(chain -> assertTrue(chain.agreeing().accounts(Array.empty()).isRight()));
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private int asked() {
        return first.asked().length() + second.asked().length();
    }

    @Test
    void theCallsOfABatchCountOneByOneAndNoneIsMadeBeyondTheBudget() {
        int before = asked();

        int during = NodeCallBudget.request(3, () -> {
            assertTrue(one.latestBlockhash().isRight());
            assertEquals(Either.left(new ChainFault.BudgetExceeded(3)), one.latestBlockhash());
            assertTrue(NodeCallBudget.request(100, one::blockHeight).isRight(), "one request within another is a part of it");
            assertEquals(Either.left(new ChainFault.BudgetExceeded(3)), NodeCallBudget.request(100, one::blockHeight));
            return asked() - before;
        });

        assertEquals(3, during);
        assertTrue(one.latestBlockhash().isRight(), "outside of a request there is no budget");
    }

    @Test
    void readsOnOtherThreadsCount() {
        int before = asked();

        assertEquals(1, NodeCallBudget.request(1, () -> Array.range(0, 4)
                .map(number -> one.begin(one::blockHeight))
                .count(read -> read.get().isRight())));

        assertEquals(1, asked() - before);
    }

    @Test
    void eachNodeThatHasToAgreeCounts() {
        assertEquals(
                Either.left(new ChainFault.BudgetExceeded(1)),
                NodeCallBudget.request(1, () -> two.agreeing().accounts(Array.empty())));
        assertTrue(NodeCallBudget.request(2, () -> two.agreeing().accounts(Array.empty())).isRight());
    }

    @Test
    void repeatedCallsCount() {
        first.failing(methods -> Option.some(new NodeFault.Cut()));

        assertEquals(Either.left(new ChainFault.BudgetExceeded(1)), NodeCallBudget.request(1, two::blockHeight));
        assertTrue(NodeCallBudget.request(2, two::blockHeight).isRight());
    }

    @Test
    void nothingIsSentWithoutACall() {
        Bytes transaction = TestTransactions.standingIn(
                new Message(
                        MessageVersion.LEGACY,
                        ann.address(),
                        simulated.latestBlockhash().get().blockhash(),
                        Array.of(SystemProgram.transfer(ann.address(), ann.address(), BaseUnits.of(1))),
                        Array.empty()),
                Array.of(ann));
        int before = asked();

        assertEquals(Either.left(new ChainFault.BudgetExceeded(0)), NodeCallBudget.request(0, () -> one.send(transaction)));

        assertEquals(before, asked());
    }

    /** Otherwise a cursor that another node knows would be called unknown. */
    @Test
    void aHistoryThatWasNotReadIsNotUnknown() {
        assertEquals(
                Either.left(new ChainFault.BudgetExceeded(2)),
                NodeCallBudget.request(2, () -> two.history(
                        ann.address(), Option.some(Signature.EMPTY), 10)));
    }
}
