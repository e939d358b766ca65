package dev.mandate.app.serve;

import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine;

/**
 * {@code mandate serve}: the server, until SIGTERM. One line of JSON on standard output says that it is ready; everything else goes to
 * standard error.
 */
public final class ServeCommand implements Callable<Integer> {

    private static final String CONFIG = "--config";
    private static final String PRINT_CONFIG = "--print-config";

    private final CommandSpec spec;
    private final String version;

    private ServeCommand(String version) {
        this.spec = CommandSpec.wrapWithoutInspection(this);
        this.version = version;
    }

    /**
     * The command, to be added to others.
     *
     * @param version what the server says of itself
     */
    public static CommandLine commandLine(String version) {
        CommandSpec spec = new ServeCommand(version).spec;
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
                    .hidden(!setting.isOffered())
                    .description(setting.meaning() + (setting.standard().isEmpty() ? "" : " (default: " + setting.standard() + ")"))
                    .build());
        }
        spec.addOption(OptionSpec.builder(CONFIG)
                .type(Path.class)
                .paramLabel("FILE")
                .description("a properties file with settings")
                .build());
        spec.addOption(OptionSpec.builder(PRINT_CONFIG)
                .type(boolean.class)
                .description("shows the settings in force, secrets redacted, and ends")
                .build());
        // What is no flag is told with all else that is wrong.
        return new CommandLine(spec).setUnmatchedArgumentsAllowed(true);
    }

    @Override
    public Integer call() throws InterruptedException {
        Option<Path> config = Option.of(spec.findOption(CONFIG).getValue());
        SettingValues values = SettingValues.of(flags(), HashMap.ofAll(System.getenv()), config);
        Either<Array<String>, ServeSettings> settings = ServeSettings.of(values);
        Array<String> problems = strangers().appendAll(settings.swap().getOrElse(Array::empty));
        if (!problems.isEmpty()) {
            problems.forEach(problem -> err().println("mandate serve: " + problem));
            return CommandLine.ExitCode.USAGE;
        }
        // Of settings that are refused none is in force; and one that is misspelled may show a secret.
        if (spec.commandLine().getParseResult().hasMatchedOption(PRINT_CONFIG)) {
            out().print(values.print());
            out().flush();
            return CommandLine.ExitCode.OK;
        }
        return Serving.until(settings.get(), version, out(), err());
    }

    /** What is no flag, by its name alone: its value, behind it or a sign of equality, may be a secret. */
    private Array<String> strangers() {
        Array<String> strangers = Array.empty();
        boolean behindAFlag = false;
        for (String argument : spec.commandLine().getUnmatchedArguments()) {
            boolean flag = argument.startsWith("-");
            if (flag) {
                strangers = strangers.append("the flag " + argument.split("=", 2)[0] + " is no setting");
            } else if (!behindAFlag) {
                strangers = strangers.append("something stands there that belongs to no flag");
            }
            behindAFlag = flag && !argument.contains("=");
        }
        return strangers;
    }

    private Map<Setting, String> flags() {
        Map<Setting, String> flags = HashMap.empty();
        for (Setting setting : Setting.values()) {
            String value = spec.findOption(setting.flag()).getValue();
            if (value != null) {
                flags = flags.put(setting, value);
            }
        }
        return flags;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
