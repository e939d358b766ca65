package dev.mandate.app;

import dev.mandate.conformance.report.JUnitReport;
import dev.mandate.conformance.report.TextReport;
import dev.mandate.conformance.run.Outcome;
import dev.mandate.conformance.run.ScriptPlayer;
import dev.mandate.conformance.run.ScriptResult;
import dev.mandate.conformance.script.Script;
import dev.mandate.conformance.script.ScriptLibrary;
import dev.mandate.conformance.service.Target;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mandate conformance}: plays the interface's promises against a server. Ends with 0 if none is broken. */
@Command(
        name = "conformance",
        description = "Plays the promises of the service interface against any server, and says which it keeps. It creates accounts there.",
        footer = {"", "docs/conformance.md describes the scripts."},
        mixinStandardHelpOptions = true)
final class ConformanceCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @CommandLine.Option(names = "--url", paramLabel = "URL", description = "The server.")
    private Optional<String> url = Optional.empty();

    @CommandLine.Option(
            names = "--api-key",
            paramLabel = "K",
            defaultValue = "${env:MANDATE_API_KEY}",
            description = "An API key with every scope (default: the variable MANDATE_API_KEY).")
    private Optional<String> apiKey = Optional.empty();

    @CommandLine.Option(
            names = "--mail-dir",
            paramLabel = "DIR",
            description = "The folder where the server writes its mails, a file for each. Without it, accounts by e-mail are skipped.")
    private Optional<Path> mailDir = Optional.empty();

    @CommandLine.Option(
            names = "--network",
            paramLabel = "N",
            defaultValue = "devnet",
            description = "mainnet or devnet (default: ${DEFAULT-VALUE}). Accounts are made there, at the operator's cost.")
    private String network = "devnet";

    @CommandLine.Option(names = "--only", paramLabel = "NAME", description = "Plays only scripts whose name starts with this. May be repeated.")
    private String[] only = {};

    @CommandLine.Option(names = "--list", description = "Prints the names and promises of the scripts, and plays none.")
    private boolean list;

    @CommandLine.Option(names = "--junit", paramLabel = "FILE", description = "Writes the report as JUnit XML, too.")
    private Optional<Path> junit = Optional.empty();

    @Override
    public Integer call() throws IOException {
        Array<Script> scripts = ScriptLibrary.load(name -> only.length == 0 || Array.of(only).exists(name::startsWith))
                .getOrElseThrow(problems -> new IllegalStateException(problems.mkString("; ")));
        if (scripts.isEmpty()) {
            throw usage("no script has this name; --list shows them");
        }
        return list ? list(scripts) : play(scripts);
    }

    private int list(Array<Script> scripts) {
        scripts.forEach(script -> out().println(script.name() + System.lineSeparator() + "    " + script.promise() + " (" + script.contract() + ")"));
        out().flush();
        return 0;
    }

    private int play(Array<Script> scripts) throws IOException {
        Target target = target();
        try (HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build()) {
            ScriptPlayer player = new ScriptPlayer(target, http, InstantSource.system(), ConformanceCommand::pause, new SecureRandom());
            Array<ScriptResult> results = scripts.map(player::play);
            out().println("The promises of the service interface, at " + target);
            TextReport.lines(results).forEach(out()::println);
            out().flush();
            if (junit.isPresent()) {
                Files.writeString(junit.get(), JUnitReport.xml(results));
            }
            return results.exists(result -> result.outcome() instanceof Outcome.Failed) ? 1 : 0;
        }
    }

    private Target target() {
        String key = apiKey.filter(given -> !given.isBlank()).orElseThrow(() -> usage("--api-key is missing"));
        String at = url.orElseThrow(() -> usage("--url is missing"));
        if (!Array.of("mainnet", "devnet").contains(network)) {
            throw usage("--network is mainnet or devnet");
        }
        if (mailDir.isPresent() && Files.isRegularFile(mailDir.get())) {
            throw usage("--mail-dir is no folder");
        }
        return new Target(server(at), key, network, Option.ofOptional(mailDir));
    }

    private URI server(String text) {
        return Try.of(() -> URI.create(text.strip()))
                .filter(found -> found.getHost() != null && found.getUserInfo() == null && Array.of("http", "https").contains(found.getScheme()))
                .getOrElseThrow(() -> usage("--url takes a URL such as https://HOST, without user and password"));
    }

    private ParameterException usage(String text) {
        return new ParameterException(spec.commandLine(), text);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
