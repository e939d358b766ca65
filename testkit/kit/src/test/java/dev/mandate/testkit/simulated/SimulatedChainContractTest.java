package dev.mandate.testkit.simulated;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.testkit.chain.ChainContract;
import dev.mandate.testkit.chain.FailedLanding;
import io.vavr.control.Option;

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

    @Override
    public Option<FailedLanding> failedLanding() {
        return Option.some(transaction -> assertTrue(chain.sendWithoutPreflight(transaction).isRight()));
    }
}
