package dev.mandate.engine.host;

import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.Solana;
import dev.mandate.testkit.host.CustodyContract;
import dev.mandate.testkit.host.HostUnderTest;
import dev.mandate.testsupport.contract.ContractRun;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The contract of a host in memory with one bug.
 *
 * <p>It runs only by a launcher, which names the bug: its own name matches no pattern of tests.
 */
@ExtendWith(AlteredHost.NamedBug.class)
class AlteredHost extends CustodyContract {

    /** Resolves the constructor's parameter. */
    static final class NamedBug implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == HostBug.class;
        }

        @Override
        public HostBug resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return HostBug.valueOf(context.getConfigurationParameter(ContractRun.BUG).orElseThrow());
        }
    }

    private final HostBug bug;

    AlteredHost(HostBug bug) {
        this.bug = bug;
    }

    @Override
    protected HostUnderTest fresh() {
        return new InMemoryHost(new SimulatedChain(InMemoryHost.START), Solana.SQUADS_V4, bug);
    }
}
