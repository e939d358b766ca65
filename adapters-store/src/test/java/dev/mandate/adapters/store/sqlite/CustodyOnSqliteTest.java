package dev.mandate.adapters.store.sqlite;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.engine.time.SteadyClock;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.testkit.host.CustodyContract;
import dev.mandate.testkit.host.HostAdapters;
import dev.mandate.testkit.host.HostUnderTest;
import io.vavr.collection.Array;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A journal on disk, the simulated chain, the machine's clock, and keys in memory. */
class CustodyOnSqliteTest extends CustodyContract {

    private static final TestKey ANN = TestKey.of("ann");
    private static final TestKey BOB = TestKey.of("bob");

    private final SqliteStores stores;

    CustodyOnSqliteTest(@TempDir Path path) {
        this.stores = new SqliteStores(path);
    }

    @Override
    protected HostUnderTest fresh() {
        return new SqliteHost();
    }

    private final class SqliteHost implements HostUnderTest {

        private final SimulatedChain chain = new SimulatedChain(new UnixTime(1_764_547_200));
        private HostAdapters adapters = opened(stores.freshStore());

        private HostAdapters opened(SqliteStore store) {
            return new HostAdapters(
                    chain, store.journal(), new SteadyClock(System::currentTimeMillis, System::nanoTime, said -> {}), KeyRing.of(ANN, BOB));
        }

        @Override
        public HostAdapters adapters() {
            return adapters;
        }

        @Override
        public Custody custody(HostAdapters of) {
            return CustodyEngine.builder()
                    .network(Network.DEVNET)
                    .chain(of.chain())
                    .formats(Solana.SQUADS_V4)
                    .journal(of.journal())
                    .clock(of.clock())
                    .waits(WaitPolicy.NONE)
                    .build();
        }

        // The files as they are while the store runs: a killed process leaves these.
        @Override
        public void crash() {
            adapters = opened(stores.leftByAKill());
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

    @AfterEach
    void closeAll() {
        stores.close();
    }
}
