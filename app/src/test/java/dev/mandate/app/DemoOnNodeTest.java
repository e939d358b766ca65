package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.io.StringWriter;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The demo on a node over the simulated chain. */
class DemoOnNodeTest {

    private static final Set<String> OF_TEST_NODES = HashSet.of("requestAirdrop", "testWarpClock");
    private static final NodeFault METHOD_NOT_FOUND =
            new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");
    private static final Pattern FUNDS_REQUEST = Pattern.compile("send 2.5 SOL to (\\w+)");

    private final SimulatedChain chain = new SimulatedChain(UnixTime.of(Instant.now()));
    private final StringWriter printed = new StringWriter();

    @Tag("full")
    @Test
    void onANodeForTestsTheDemoMovesTheClock() {
        try (SolanaTestNode node = SolanaTestNode.httpOnly(chain)) {
            DemoOnNode.assertPlays(84, node, Pause.SLEEP, printed);
        }
    }

    @Test
    @Tag("full")
    void onAnyOtherNodeTheDemoWaitsForFundsAndForTheClock() {
        Pause pause = duration -> {
            chain.advance(1);
            Matcher request = FUNDS_REQUEST.matcher(printed.toString());
            if (request.find()) {
                chain.fund(Address.of(request.group(1)), BaseUnits.of(2_500_000_000L));
            }
            return Pause.Outcome.RESTED;
        };
        try (SolanaTestNode node = SolanaTestNode.httpOnly(chain)) {
            node.failing(methods -> Option.when(methods.exists(OF_TEST_NODES::contains), METHOD_NOT_FOUND));
            DemoOnNode.assertPlays(82, node, pause, printed);
        }
        assertTrue(printed.toString().contains("the node gives none (Method not found)"), printed::toString);
    }
}
