package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.serve.ServeCommand;
import io.vavr.collection.Array;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MandateTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Mandate.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

    @Test
    void versionNamesTheVersionOfTheBuildAndTheJavaThatRunsIt() {
        assertEquals(0, commandLine.execute("version"));
        assertTrue(out.toString().matches("mandate \\d+\\.\\d+\\.\\d+\\S* \\(Java \\d.*\\)\\R"), out.toString());
    }

    @Test
    void everyCommandIsInTheHelpAndExplainsItself() {
        String help = commandLine.getUsageMessage();
        commandLine.getSubcommands().forEach((name, command) -> {
            assertTrue(help.contains("  " + name + " "), help);
            assertEquals(0, commandLine.execute(name, "--help"), name);
            assertTrue(out.toString().contains("Usage: mandate " + name), out.toString());
        });
    }

    @Test
    void theHelpOfEachCommandShowsOnlyFlagsThatItTakes() {
        for (CommandLine command : all(commandLine).filter(any -> any.getUsageMessage().contains("--version"))) {
            String[] arguments = command.getCommandSpec().qualifiedName().concat(" --version").split(" ", -1);
            out.getBuffer().setLength(0);
            assertEquals(0, commandLine.execute(Arrays.copyOfRange(arguments, 1, arguments.length)));
            assertTrue(out.toString().startsWith("mandate "), () -> command.getUsageMessage() + out);
        }
        String serve = ServeCommand.commandLine("test").getUsageMessage();
        assertFalse(serve.contains("--version"), serve);
    }

    private static Array<CommandLine> all(CommandLine command) {
        return Array.of(command).appendAll(Array.ofAll(command.getSubcommands().values()).flatMap(MandateTest::all));
    }

    @Test
    void anUnknownCommandExitsWithTwo() {
        assertEquals(2, commandLine.execute("no-such-command"));
        assertTrue(err.toString().contains("no-such-command"), err.toString());
    }

    @Test
    void noCommandAtAllShowsTheUsage() {
        assertEquals(2, commandLine.execute());
        assertTrue(err.toString().contains("Usage: mandate"), err.toString());
    }
}
