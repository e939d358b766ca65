package dev.mandate.app;

import dev.mandate.app.demo.Demo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mandate demo}: ends with 0 only if every step came out as it should. */
@Command(
        name = "demo",
        description = "Plays the main job on a simulated chain, and tells what is decided and why.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        return Demo.play(spec.commandLine().getOut(), Ansi.AUTO) ? 0 : 1;
    }
}
