package dev.mandate.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mandate version}: the version, and the Java that runs it. */
@Command(
        name = "version",
        description = "Prints the version, and the Java that runs it.",
        mixinStandardHelpOptions = true)
public final class VersionCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .println("mandate " + Version.current() + " (Java " + Runtime.version() + ")");
    }
}
