package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** An engine of one network is not built over the chain of another one. */
class NetworkMismatchTest {

    private final Chain devnet = new SimulatedChain(new UnixTime(1)).of(Network.DEVNET);
    private final Chain nodes = new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(URI.create("http://127.0.0.1:1"))));
    private final Chain any = new SimulatedChain(new UnixTime(1));

    @Test
    void itIsRefusedWithBothNetworks() {
        for (Chain chain : Array.of(devnet, nodes)) {
            NetworkMismatchException refused = assertThrows(NetworkMismatchException.class, () -> engine(Network.MAINNET, chain));

            assertEquals(Network.MAINNET, refused.ofEngine());
            assertEquals(Network.DEVNET, refused.ofChain());
        }
    }

    @Test
    void itsOwnNetworkAndAChainThatStandsForAnyAreTaken() {
        for (Chain chain : Array.of(devnet, nodes, any)) {
            assertDoesNotThrow(() -> engine(Network.DEVNET, chain));
        }
        assertDoesNotThrow(() -> engine(Network.MAINNET, any));
    }

    private static CustodyEngine engine(Network network, Chain chain) {
        return CustodyEngine.builder().network(network).chain(chain).formats(Solana.SQUADS_V4).journal(new InMemoryJournal()).build();
    }
}
