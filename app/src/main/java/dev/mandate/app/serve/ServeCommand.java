package dev.mandate.app.serve;

import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine;

/**
 * {@code mandate serve}: the server, until SIGTERM. One line of JSON on standard output announces that it is ready; everything
 * else goes to standard error.
 */
public final class ServeCommand implements Callable<Integer> {

    private static final String CONFIG = "--config";
    private static final String PRINT_CONFIG = "--print-config";
    /** These are no settings: a consent holds for one start. */
    private static final Map<Consent, String> CONSENTS = LinkedHashMap.of(
            Consent.ADOPT_JOURNAL, "for this start alone: take another journal as the one of --data-dir",
            Consent.ACCEPT_LOST_COMMITS, "for this start alone: take a journal that is older than its last checkpoint");

    private final CommandSpec spec;
    private final String version;
    private final Map<String, String> environment;

    private ServeCommand(String version, Map<String, String> environment) {
        this.spec = CommandSpec.wrapWithoutInspection(this);
        this.version = version;
        this.environment = environment;
    }

    /**
     * Returns the command, to be added to others.
     *
     * @param version the version that the server reports
     */
    public static CommandLine commandLine(String version) {
        return commandLine(version, HashMap.ofAll(System.getenv()));
    }

    static CommandLine commandLine(String version, Map<String, String> environment) {
        ServeCommand command = new ServeCommand(version, environment);
        CommandSpec spec = command.spec;
        spec.name("serve")
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help message and exit.")
                        .build())
                .usageMessage()
                .description("Runs the HTTP service until it is told to stop (SIGTERM).")
                .footer(
                        "",
                        "A flag goes before its environment variable (--http-port: MANDATE_HTTP_PORT), that before",
                        "the properties file of --config (http-port=8080), and that before the default.");
        for (Setting setting : Setting.values()) {
            boolean flag = setting == Setting.BEHIND_TLS_PROXY;
            OptionSpec.Builder option = OptionSpec.builder(setting.flag()).type(String.class);
            spec.addOption((flag ? option.arity("0..1").fallbackValue("true") : option.arity("1"))
                    .paramLabel("VALUE")
                    .description(setting.meaning() + (setting.defaultValue().isEmpty() ? "" : " (default: " + setting.defaultValue() + ")"))
                    .build());
        }
        spec.addOption(OptionSpec.builder(CONFIG)
                .type(Path.class)
                .paramLabel("FILE")
                .description("a properties file with settings")
                .build());
        CONSENTS.forEach((consent, meaning) -> spec.addOption(OptionSpec.builder(JournalOfFolder.flag(consent))
                .type(boolean.class)
                .description(meaning)
                .build()));
        spec.addOption(OptionSpec.builder(PRINT_CONFIG)
                .type(boolean.class)
                .description("shows the values in force, without secrets, and exits")
                .build());
        // Unknown arguments are reported together with all other problems. Values are not interpolated.
        return new CommandLine(spec).setUnmatchedArgumentsAllowed(true).setInterpolateVariables(false);
    }

    @Override
    public Integer call() throws InterruptedException {
        SettingSources sources = new SettingSources(environment, Option.of(spec.findOption(CONFIG).getValue()));
        Map<Setting, String> values = Array.of(Setting.values())
                .toMap(setting -> setting, setting -> flag(setting).getOrElse(() -> sources.of(setting)));
        Either<Array<String>, ServeSettings> settings = ServeSettings.of(values);
        Array<String> problems =
                unknownArguments().appendAll(sources.problems()).appendAll(settings.swap().getOrElse(Array::empty));
        if (!problems.isEmpty()) {
            problems.forEach(problem -> err().println("mandate serve: " + problem));
            return CommandLine.ExitCode.USAGE;
        }
        // If settings are refused, none is in force. A misspelled one may contain a secret, so nothing is printed.
        if (spec.commandLine().getParseResult().hasMatchedOption(PRINT_CONFIG)) {
            Array.of(Setting.values())
                    .forEach(setting -> out().println(setting.key() + "=" + setting.shown(values.get(setting).get())));
            out().flush();
            return CommandLine.ExitCode.OK;
        }
        Set<Consent> consents = CONSENTS.keySet()
                .filter(consent -> spec.commandLine().getParseResult().hasMatchedOption(JournalOfFolder.flag(consent)));
        return Serving.until(settings.get(), consents, version, out(), err());
    }

    private Option<String> flag(Setting setting) {
        return Option.of(spec.findOption(setting.flag()).getValue());
    }

    /** Reports unknown arguments by their names only: a value, after the name or an equals sign, may be a secret. */
    private Array<String> unknownArguments() {
        Array<String> problems = Array.empty();
        boolean followsFlag = false;
        for (String argument : spec.commandLine().getUnmatchedArguments()) {
            boolean flag = argument.startsWith("-");
            if (flag) {
                problems = problems.append("the flag " + argument.split("=", 2)[0] + " is no setting");
            } else if (!followsFlag) {
                problems = problems.append("an argument belongs to no flag");
            }
            followsFlag = flag && !argument.contains("=");
        }
        return problems;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
