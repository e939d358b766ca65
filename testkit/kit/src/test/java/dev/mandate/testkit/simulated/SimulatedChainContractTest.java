package dev.mandate.testkit.simulated;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.chain.Chain;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.testkit.chain.ChainContract;

/** The simulated chain keeps the contract, which was written against the real runtime. */
class SimulatedChainContractTest extends ChainContract {

    private final SimulatedChain chain = new SimulatedChain(new UnixTime(1_760_000_000));

    @Override
    public Chain chain() {
        return chain;
    }

    @Override
    public ChainControl control() {
        return chain;
    }
}
