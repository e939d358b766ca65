package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.testsupport.rpc.ChainNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** {@code mandate demo --rpc-url}, against a node of a test. */
final class DemoOnNode {

    private DemoOnNode() {}

    /** Asserts that the demo ends with so many outcomes, all as they should be. {@code told} receives what it prints. */
    static void assertPlays(int outcomes, ChainNode node, Pause pause, StringWriter told) {
        CommandLine commands = Mandate.commandLine();
        var unused = commands.getCommandSpec().removeSubcommand("demo");
        int exitCode = commands.addSubcommand("demo", new DemoCommand(() -> DocumentedClient.client(DocumentedClient.check()), pause))
                .setOut(new PrintWriter(told, true))
                .execute("demo", "--rpc-url", node.url().toString());

        assertEquals(0, exitCode, told::toString);
        assertTrue(told.toString().contains("All " + outcomes + " outcomes of 12 steps are as they should be"), told::toString);
        assertFalse(told.toString().contains(ChainNode.SECRET), told::toString);
    }
}
