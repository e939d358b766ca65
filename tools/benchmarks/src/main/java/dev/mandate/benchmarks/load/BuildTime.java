package dev.mandate.benchmarks.load;

import io.vavr.collection.Array;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What a part of a prepare takes by itself, by JMH in a JVM with the server's own options, which stays for the whole run and measures an
 * iteration when it is its turn.
 */
final class BuildTime implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Thread jmh;
    private final Socket line;
    private final OutputStream go;
    private final DataInputStream scores;

    private BuildTime(Thread jmh, Socket line) throws IOException {
        this.jmh = jmh;
        this.line = line;
        this.go = line.getOutputStream();
        this.scores = new DataInputStream(line.getInputStream());
    }

    /**
     * Starts JMH, which waits for its turns.
     *
     * @param benchmark its class
     * @param method of that class
     * @param options of the JVM
     * @param threads that all measure at once: cores that all work share caches and memory, and each is slower than one alone
     * @param turns how many there will be, all of which must be taken
     * @param turn how long each lasts
     * @param log takes what JMH says
     */
    static BuildTime start(
            Class<?> benchmark, String method, Array<String> options, int threads, int turns, Duration turn, Path log)
            throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            door.setSoTimeout((int) PATIENCE.toMillis());
            OptionsBuilder run = new OptionsBuilder();
            run.include("\\." + benchmark.getSimpleName() + "\\." + method + "$")
                    .mode(Mode.AverageTime)
                    .timeUnit(TimeUnit.MICROSECONDS)
                    .threads(threads)
                    .forks(1)
                    .jvmArgs(options.toJavaArray(String[]::new))
                    .warmupIterations(0)
                    .measurementIterations(turns)
                    .measurementTime(TimeValue.milliseconds(turn.toMillis()))
                    .addProfiler(TurnTaker.class, Integer.toString(door.getLocalPort()))
                    .output(log.toString());
            Thread jmh = Thread.ofPlatform().daemon().name("jmh").start(() -> run(run));
            return new BuildTime(jmh, door.accept());
        }
    }

    private static void run(OptionsBuilder options) {
        try {
            new Runner(options.build()).run();
        } catch (RunnerException broken) {
            throw new IllegalStateException("JMH did not run", broken);
        }
    }

    /** Takes a turn. Microseconds of one core for each operation. */
    double turn() throws IOException {
        go.write(1);
        return scores.readDouble();
    }

    /** Waits until JMH is gone, which ends with its last turn. */
    @Override
    public void close() throws IOException {
        line.close();
        try {
            if (!jmh.join(PATIENCE)) {
                throw new IOException("JMH has not ended");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
