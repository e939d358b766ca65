package dev.mandate.benchmarks.store;

import io.vavr.collection.Array;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Predicate;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs what belongs together one right after the other, several times over, and prints both sides with their ratio: a disk,
 * and a machine that others use, are not the same at all times.
 */
public final class StoreRun {

    private static final int ROUNDS = 3;

    private final CommandLineOptions more;

    private StoreRun(CommandLineOptions more) {
        this.more = more;
    }

    /** Takes JMH's own options, such as {@code -i 10}. */
    public static void main(String[] arguments) throws Exception {
        StoreRun run = new StoreRun(new CommandLineOptions(arguments));
        System.out.println("commits per second        Mandate   bare SQLite   ratio   of each round");
        for (int callers : new int[] {1, 16}) {
            run.compare(
                    "%2d callers".formatted(callers),
                    "CommitBenchmark.(mandate|bare)" + callers + "$",
                    result -> result.getParams().getBenchmark().contains("CommitBenchmark.mandate"));
        }
        System.out.println("commits per second      with MACs  without MACs   ratio   of each round");
        for (int callers : new int[] {1, 16}) {
            run.compare(
                    "%2d callers".formatted(callers),
                    "CommitBenchmark.(mandate|unauthenticated)" + callers + "$",
                    result -> result.getParams().getBenchmark().contains("CommitBenchmark.mandate"));
        }
        System.out.println("microseconds a read    without MAC      with MAC   ratio   of each round");
        run.compare(
                "row, both sizes",
                "ReadBenchmark.(row|unauthenticatedRow)$",
                result -> result.getParams().getBenchmark().endsWith(".row"));
        System.out.println("microseconds a read         1,000     1,000,000   ratio   of each round");
        for (String read : new String[] {"row", "stream", "page"}) {
            run.compare(
                    read,
                    "ReadBenchmark." + read + "$",
                    result -> result.getParams().getParam("accounts").equals("1000000"));
        }
    }

    /** Prints both sides, and the one that {@code isDivided} by the other. */
    private void compare(String name, String pattern, Predicate<RunResult> isDivided) throws RunnerException {
        Array<Double> divided = Array.empty();
        Array<Double> by = Array.empty();
        boolean reads = pattern.startsWith("Read");
        for (int round = 0; round < ROUNDS; round++) {
            System.err.println(name + ", round " + (round + 1) + " of " + ROUNDS + " ...");
            for (RunResult result : run(pattern)) {
                double score = result.getPrimaryResult().getScore();
                if (isDivided.test(result)) {
                    divided = divided.append(score);
                } else {
                    by = by.append(score);
                }
            }
        }
        double left = reads ? mean(by) : mean(divided);
        double right = reads ? mean(divided) : mean(by);
        String shape = reads ? "%-20s %12.1f  %12.1f  %6.2f   %s%n" : "%-20s %,12.0f  %,12.0f  %6.2f   %s%n";
        System.out.printf(
                Locale.ROOT,
                shape,
                name,
                left,
                right,
                mean(divided) / mean(by),
                divided.zipWith(by, (d, b) -> String.format(Locale.ROOT, "%.2f", d / b)).mkString(" "));
    }

    private static double mean(Array<Double> values) {
        return values.average().get();
    }

    private Collection<RunResult> run(String pattern) throws RunnerException {
        PrintStream figures = System.out;
        // JMH repeats there what the JVMs that it starts complain about.
        System.setOut(System.err);
        try {
            return new Runner(options(pattern)).run();
        } finally {
            System.setOut(figures);
        }
    }

    private Options options(String pattern) {
        return new OptionsBuilder()
                .parent(more)
                .include(pattern)
                .jvmArgsAppend("--enable-native-access=ALL-UNNAMED")
                .verbosity(VerboseMode.SILENT)
                .forks(more.getForkCount().orElse(1))
                .warmupIterations(more.getWarmupIterations().orElse(5))
                .warmupTime(more.getWarmupTime().orElse(TimeValue.seconds(3)))
                .measurementIterations(more.getMeasurementIterations().orElse(5))
                .measurementTime(more.getMeasurementTime().orElse(TimeValue.seconds(2)))
                .build();
    }
}
