package dev.mandate.adapters.rpc;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.chain.Chain;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.testkit.chain.ChainContract;
import dev.mandate.testsupport.rpc.ChainNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** The adapter keeps the contract, against a node over the simulated chain. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RpcChainContractTest extends ChainContract {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final ChainNode node = ChainNode.start(simulated, simulated::sendWithoutPreflight);
    private final RpcChain chain = new RpcChain(RpcFixture.settings(node));

    @Override
    public Chain chain() {
        return chain;
    }

    @Override
    public ChainControl control() {
        return simulated;
    }

    @Override
    public Preflight preflight() {
        return Preflight.FORWARDS;
    }

    @AfterAll
    void close() {
        node.close();
    }
}
