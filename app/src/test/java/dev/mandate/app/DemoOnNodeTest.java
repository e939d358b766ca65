package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testsupport.rpc.ChainNode;
import java.io.StringWriter;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The demo on a node over the simulated chain. */
class DemoOnNodeTest {

    private static final Pattern FUNDS_REQUEST = Pattern.compile("send 2.5 SOL to (\\w+)");

    private final SimulatedChain chain = new SimulatedChain(UnixTime.of(Instant.now()));
    private final StringWriter printed = new StringWriter();

    @Tag("full")
    @Test
    void onANodeForTestsTheDemoMovesTheClock() {
        try (ChainNode node = ChainNode.start(0, chain, chain::sendWithoutPreflight, chain)) {
            DemoOnNode.assertPlays(82, node, Pause.SLEEP, printed);
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
        try (ChainNode node = ChainNode.start(chain, chain::sendWithoutPreflight)) {
            DemoOnNode.assertPlays(80, node, pause, printed);
        }
        assertTrue(printed.toString().contains("the node gives none (Method not found)"), printed::toString);
    }
}
