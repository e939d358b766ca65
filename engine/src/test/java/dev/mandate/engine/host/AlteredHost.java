package dev.mandate.engine.host;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.faults.RestoredJournal;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.testkit.host.CustodyContract;
import dev.mandate.testkit.host.HostAdapters;
import dev.mandate.testkit.host.HostUnderTest;
import dev.mandate.testsupport.contract.ContractRun;
import io.vavr.collection.Array;
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

    private static final TestKey ANN = TestKey.of("ann");
    private static final TestKey BOB = TestKey.of("bob");

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
        return new InMemoryHost();
    }

    private final class InMemoryHost implements HostUnderTest {

        private final SimulatedChain chain = new SimulatedChain(new UnixTime(1_764_547_200));
        private final RestoredJournal journal = new RestoredJournal(new InMemoryJournal());
        private HostAdapters adapters = opened();

        private HostAdapters opened() {
            return bug.in(new HostAdapters(chain, journal, () -> chain.accounts(Array.empty()).get().chainTime(), KeyRing.of(ANN, BOB)));
        }

        @Override
        public HostAdapters adapters() {
            return adapters;
        }

        @Override
        public Custody custody(HostAdapters of) {
            return bug.host(CustodyEngine.builder()
                    .network(Network.DEVNET)
                    .chain(of.chain())
                    .formats(Solana.SQUADS_V4)
                    .journal(of.journal())
                    .clock(of.clock())
                    .waits(WaitPolicy.NONE)
                    .build());
        }

        @Override
        public void crash() {
            journal.restore(bug.commitsLostByACrash());
            adapters = opened();
        }

        @Override
        public ChainControl control() {
            return chain;
        }

        @Override
        public BaseUnits lamports(Address address) {
            return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address)))
                    .get()
                    .owned()
                    .get(address)
                    .map(AccountData::lamports)
                    .getOrElse(BaseUnits.ZERO);
        }

        @Override
        public Address first() {
            return ANN.address();
        }

        @Override
        public Address second() {
            return BOB.address();
        }
    }
}
