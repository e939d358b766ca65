package dev.mandate.app;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.app.serve.ServeCommand;
import io.vavr.collection.Array;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/**
 * The command line, {@code mandate}.
 *
 * <p>Exit codes: 0 where the command did what was asked, 1 where it failed, 2 where it was called wrongly.
 */
@Command(
        name = "mandate",
        description = "A smart-account custody engine: M-of-N accounts on Solana.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Mandate implements Runnable {

    private static final Array<Class<?>> SHORT_COMMANDS = Array.of(
            ApiKeyCommand.class,
            DemoCommand.class,
            DeadLettersCommand.class,
            LogKeyCommand.class,
            VerifyLogCommand.class,
            VersionCommand.class,
            HelpCommand.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Mandate() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        boolean serves = arguments.length > 0 && arguments[0].equals("serve");
        if (serves) {
            Thread.ofPlatform().daemon().name("mandate-keys").start(OperatorSecret::load);
        }
        System.exit((serves ? serving() : commandLine()).execute(arguments));
    }

    /** The command line with all its commands, ready to execute. */
    public static CommandLine commandLine() {
        CommandLine all = new CommandLine(new Mandate());
        SHORT_COMMANDS.forEach(all::addSubcommand);
        all.getSubcommands().values().forEach(Mandate::knowingTheVersion);
        return all.addSubcommand(ServeCommand.commandLine(Version.current()));
    }

    /** picocli's standard options bring {@code --version}, which says nothing unless the command itself knows the version. */
    private static void knowingTheVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(Mandate::knowingTheVersion);
    }

    /** With {@code serve} alone: to look at the others, which are annotated, is a fifth of what a server takes to start. */
    private static CommandLine serving() {
        return new CommandLine(new Mandate()).addSubcommand(ServeCommand.commandLine(Version.current()));
    }

    /** Called without a command. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
