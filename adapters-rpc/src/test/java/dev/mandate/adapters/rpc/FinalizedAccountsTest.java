package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What no fork takes back is read beside what may be taken back. */
class FinalizedAccountsTest {

    private static final Address ADDRESS = TestKey.of("finalized").address();

    private static Option<Long> lamports(Either<?, AccountsSnapshot> read) {
        return read.get().owned().get(ADDRESS).map(account -> account.lamports().bits());
    }

    @Test
    void whatIsConfirmedAloneIsNotShown() {
        SimulatedChain simulated = new SimulatedChain(new UnixTime(1_764_547_200));
        Array<AccountQuery> query = Array.of(new AccountQuery.OfAnyOwner(ADDRESS));
        try (SolanaTestNode node = SolanaTestNode.httpOnly(simulated)) {
            RpcChain chain = new RpcChain(RpcFixture.settings(node));
            simulated.airdrop(ADDRESS, BaseUnits.of(7));
            simulated.delayFinality();
            simulated.airdrop(ADDRESS, BaseUnits.of(5));

            assertEquals(Option.some(12L), lamports(chain.accounts(query)));
            assertEquals(Option.some(7L), lamports(chain.finalizedAccounts(query)));

            simulated.finalizeAll();
            assertEquals(Option.some(12L), lamports(chain.finalizedAccounts(query)));
        }
    }
}
