package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import org.junit.jupiter.api.Test;

/** A look at many accounts takes one call for 100 addresses. */
class GlanceTest {

    @Test
    void hundredAddressesTakeOneCall() {
        SimulatedChain simulated = new SimulatedChain(new UnixTime(1_764_547_200));
        Array<Address> addresses = Array.range(0, 4_000).map(number -> TestKey.of("glance " + number).address());
        addresses.take(250).forEach(address -> simulated.fund(address, BaseUnits.of(7)));
        try (SolanaTestNode node = SolanaTestNode.httpOnly(simulated)) {
            RpcChain chain = new RpcChain(RpcFixture.settings(node));
            int before = node.asked().count("getMultipleAccounts"::equals);

            Map<Address, AccountData> found = chain.glance(addresses).get();

            assertEquals(40, node.asked().count("getMultipleAccounts"::equals) - before);
            assertEquals(addresses.take(250).toSet(), found.keySet());
            assertEquals(simulated.glance(addresses).get(), found);
        }
    }
}
