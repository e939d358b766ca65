package dev.mandate.benchmarks.load;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.tenant.TenantEngine;
import dev.mandate.engine.tenant.WaitPolicy;
import dev.mandate.ports.time.ServerClock;
import dev.mandate.solana.Solana;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.simulator.SimulatedChain;

/** All that serves tenants but HTTP, on one chain in memory, with one account to make. */
record ServiceUnderLoad(SimulatedChain chain, InMemoryJournal journal, TenantEngine services) {

    static final Network NETWORK = Network.MAINNET;

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final BaseUnits WEALTH = BaseUnits.of(1_000_000_000_000L);

    static final ServerClock CLOCK = () -> NOW;

    /** One whose operator can pay. */
    static ServiceUnderLoad open() {
        SimulatedChain chain = new SimulatedChain(NOW);
        TestOperatorKey operator = new TestOperatorKey("operator");
        chain.fund(operator.feePayer(), WEALTH);
        InMemoryJournal journal = new InMemoryJournal();
        return new ServiceUnderLoad(chain, journal, TenantEngine.builder()
                .journal(journal)
                .clock(CLOCK)
                .formats(Solana.SQUADS_V4)
                .network(NETWORK, chain, operator)
                .allowance(new CreationAllowance(WEALTH, 1))
                .waits(WaitPolicy.NONE)
                .build());
    }
}
