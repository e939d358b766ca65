package dev.mandate.app;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.app.demo.Demo;
import dev.mandate.app.demo.DemoEnvironment;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mandate demo}: exits with 0 only if every step has the expected result. */
@Command(
        name = "demo",
        description = "Starts a server, plays the main job as its client, and tells what is decided and why.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {

    private final Supplier<HttpClient> http;
    private final Pause pause;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "A new or empty folder that keeps the journal (default: a temporary one, which is removed).")
    private Optional<Path> folder = Optional.empty();

    @Option(
            names = "--rpc-url",
            paramLabel = "URL",
            description = "A node of devnet or of a private network with the Squads v4 program (default: a simulated chain).")
    private Optional<URI> node = Optional.empty();

    @Option(names = "--explain", description = "Replays a theft of April 2026 in small instead: what an approval hides. It needs no server.")
    private boolean explain;

    DemoCommand() {
        this(() -> HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), Pause.SLEEP);
    }

    /** Uses a client that {@code http} creates, and waits for a node's network by {@code pause}. */
    DemoCommand(Supplier<HttpClient> http, Pause pause) {
        this.http = http;
        this.pause = pause;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (explain) {
            new AttackReplay().play(Ansi.AUTO).forEach(out::println);
            out.flush();
            return 0;
        }
        return folder.isPresent()
                ? playIn(folder.get(), DemoEnvironment.Retention.KEPT, out, err)
                : playBelow(Path.of(System.getProperty("java.io.tmpdir")), out, err);
    }

    /** Plays in a new folder below {@code parent} and removes it. */
    int playBelow(Path parent, PrintWriter out, PrintWriter err) throws IOException {
        Path temporary = Files.createTempDirectory(parent, "mandate-demo-");
        try {
            return playIn(temporary, DemoEnvironment.Retention.TEMPORARY, out, err);
        } finally {
            remove(temporary);
        }
    }

    private int playIn(Path place, DemoEnvironment.Retention retention, PrintWriter out, PrintWriter err) throws IOException {
        if (holdsSomething(place)) {
            // It might hold a real journal, which the demo must not change.
            err.println(place + " is not empty: the demo wants a folder of its own");
            return 1;
        }
        Either<String, DemoEnvironment> opened = DemoEnvironment.open(place, retention, io.vavr.control.Option.ofOptional(node), Version.current());
        if (opened.isLeft()) {
            err.println(opened.getLeft());
            return 1;
        }
        try (DemoEnvironment environment = opened.get()) {
            return Demo.play(out, Ansi.AUTO, environment, http.get(), pause) ? 0 : 1;
        }
    }

    private static boolean holdsSomething(Path place) throws IOException {
        if (Files.notExists(place)) {
            return false;
        }
        try (Stream<Path> there = Files.list(place)) {
            return there.findAny().isPresent();
        }
    }

    private static void remove(Path place) throws IOException {
        try (Stream<Path> there = Files.walk(place)) {
            there.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
