package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.testkit.node.SolanaTestNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** {@code mandate demo --rpc-url}, against a node of a test. */
final class DemoOnNode {

    private DemoOnNode() {}

    /** Asserts that the demo ends with so many outcomes, all as they should be. {@code printed} receives what it prints. */
    static void assertPlays(int outcomes, SolanaTestNode node, Pause pause, StringWriter printed) {
        CommandLine commands = Mandate.commandLine();
        var unused = commands.getCommandSpec().removeSubcommand("demo");
        int exitCode = commands.addSubcommand("demo", new DemoCommand(() -> DocumentedClient.client(DocumentedClient.check()), pause))
                .setOut(new PrintWriter(printed, true))
                .execute("demo", "--rpc-url", node.providerUrl().toString());

        assertEquals(0, exitCode, printed::toString);
        assertTrue(printed.toString().contains("All " + outcomes + " outcomes of 13 steps are as they should be"), printed::toString);
        assertFalse(printed.toString().contains(SolanaTestNode.SECRET), printed::toString);
    }
}
