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
 * <p>Exit codes: 0 if the command succeeded, 1 if it failed, 2 if its arguments are wrong.
 */
@Command(
        name = "mandate",
        description = "A smart-account custody engine: M-of-N accounts on Solana.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Mandate implements Runnable {

    private static final Array<Class<?>> SHORT_COMMANDS = Array.of(
            AccountCommand.class,
            ApiKeyCommand.class,
            BackupCommand.class,
            CheckCommand.class,
            ConformanceCommand.class,
            DemoCommand.class,
            DeadLettersCommand.class,
            EventsCommand.class,
            ExplainCommand.class,
            LogKeyCommand.class,
            RestoreCommand.class,
            SecretCommand.class,
            SubmissionsCommand.class,
            TenantCommand.class,
            TenantsCommand.class,
            VaultCommand.class,
            VerifyLogCommand.class,
            VersionCommand.class,
            HelpCommand.class);

    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Mandate() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        String command = arguments.length > 0 ? arguments[0] : "";
        Array<String> limits = MachineLimits.problems(command);
        if (!limits.isEmpty()) {
            limits.forEach(problem -> System.err.println("mandate " + command + ": " + problem));
            System.exit(1);
        }
        boolean serves = command.equals("serve");
        if (serves) {
            shareProcessors();
            Thread.ofPlatform().daemon().name("mandate-keys").start(OperatorSecret::load);
        }
        System.exit((serves ? serving() : commandLine()).execute(arguments));
    }

    /**
     * Gives virtual threads two carriers for each processor. A carrier takes threads that others have made ready only when its own queue is empty. Under
     * load it never is: with one carrier for each processor single requests waited for seconds. The system shares the processors among more carriers.
     */
    private static void shareProcessors() {
        if (System.getProperty(CARRIERS) == null) {
            System.setProperty(CARRIERS, Integer.toString(2 * Runtime.getRuntime().availableProcessors()));
        }
    }

    /** Returns the command line with all its commands, ready to execute. */
    public static CommandLine commandLine() {
        CommandLine all = new CommandLine(new Mandate());
        SHORT_COMMANDS.forEach(all::addSubcommand);
        all.getSubcommands().values().forEach(Mandate::knowingTheVersion);
        return all.addSubcommand(ServeCommand.commandLine(Version.current()));
    }

    /** picocli's standard options include {@code --version}, which prints nothing unless the command itself has a version provider. */
    private static void knowingTheVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(Mandate::knowingTheVersion);
    }

    /** Contains only {@code serve}: inspecting the other commands, which use annotations, would take a fifth of the server's start time. */
    private static CommandLine serving() {
        return new CommandLine(new Mandate()).addSubcommand(ServeCommand.commandLine(Version.current()));
    }

    /** Called without a command. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
