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
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.host.HostAdapters;
import dev.mandate.testkit.host.HostUnderTest;
import io.vavr.collection.Array;

/** A host in memory with one bug, or none. */
final class InMemoryHost implements HostUnderTest {

    static final UnixTime START = new UnixTime(1_764_547_200);

    private static final TestKey ANN = TestKey.of("ann");
    private static final TestKey BOB = TestKey.of("bob");

    private final SimulatedChain chain;
    private final ChainFormats formats;
    private final HostBug bug;
    private final RestoredJournal journal = new RestoredJournal(new InMemoryJournal());
    private HostAdapters adapters;

    InMemoryHost(SimulatedChain chain, ChainFormats formats, HostBug bug) {
        this.chain = chain;
        this.formats = formats;
        this.bug = bug;
        this.adapters = opened();
    }

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
                .formats(formats)
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
