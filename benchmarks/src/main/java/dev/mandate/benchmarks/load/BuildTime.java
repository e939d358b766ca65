package dev.mandate.benchmarks.load;

import dev.mandate.benchmarks.EngineBenchmark;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What {@link EngineBenchmark} takes in a JVM with the server's own options: all that a prepare does behind HTTP. Two cores that both
 * work share caches and memory, and either is slower than one that works alone; a server under full load works on all of them.
 */
final class BuildTime {

    /** Compilers share the cores with what they compile: where all of them work, it takes several seconds until nothing gets faster. */
    private static final int WARMING = 8;

    private static final int ITERATIONS = 3;
    private static final TimeValue ITERATION = TimeValue.milliseconds(1_500);

    private final Array<String> options;
    private final Path log;

    /**
     * Measures later.
     *
     * @param options of the JVM
     * @param log takes what JMH says of its last run
     */
    BuildTime(Array<String> options, Path log) {
        this.options = options;
        this.log = log;
    }

    /** Microseconds of one core for each operation. */
    record Outcome(double engineMicros, double simulationMicros, double stolen) implements Stolen.During {

        double micros() {
            return engineMicros + simulationMicros;
        }
    }

    Outcome onOneCore() throws IOException {
        return on(1);
    }

    Outcome onAllCores() throws IOException {
        return on(Runtime.getRuntime().availableProcessors());
    }

    private Outcome on(int threads) throws IOException {
        OptionsBuilder options = new OptionsBuilder();
        options.include("\\." + EngineBenchmark.class.getSimpleName() + "\\.")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .threads(threads)
                .forks(1)
                .jvmArgs(this.options.toJavaArray(String[]::new))
                .warmupIterations(WARMING)
                .warmupTime(ITERATION)
                .measurementIterations(ITERATIONS)
                .measurementTime(ITERATION)
                .output(log.toString());
        try {
            Stolen earlier = Stolen.now();
            Collection<RunResult> results = new Runner(options.build()).run();
            double stolen = Stolen.now().shareSince(earlier);
            return new Outcome(score(results, "enginePrepare"), score(results, "chainSimulate"), stolen);
        } catch (RunnerException broken) {
            throw new IllegalStateException("JMH did not run; see " + log, broken);
        }
    }

    private static double score(Collection<RunResult> results, String benchmark) {
        return results.stream()
                .filter(result -> result.getParams().getBenchmark().endsWith("." + benchmark))
                .mapToDouble(result -> result.getPrimaryResult().getScore())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("JMH ran no " + benchmark));
    }
}
