package dev.mandate.benchmarks.store;

import dev.mandate.ports.spi.store.JournalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/**
 * Commits of a decision, each waiting for the disk, by one caller and by sixteen: as the server makes them, without MACs, and the same
 * rows through bare SQLite.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CommitBenchmark {

    private static final int MANY = 16;

    /** The store, in a folder that is as empty as the bare one's at the start. */
    @State(Scope.Benchmark)
    public static class Mandate {

        private final Path folder = temporary();
        private final MeasuredStore store = MeasuredStore.open(folder);

        @TearDown(Level.Trial)
        public void close() throws IOException {
            store.close();
            remove(folder);
        }
    }

    /** What it is compared with. */
    @State(Scope.Benchmark)
    public static class Bare {

        private final Path folder = temporary();
        private final BareStore store = BareStore.open(folder);

        @TearDown(Level.Trial)
        public void close() throws Exception {
            store.close();
            remove(folder);
        }
    }

    /** One caller, who decides on accounts of its own. */
    @State(Scope.Thread)
    public static class Caller {

        private static final AtomicInteger CALLERS = new AtomicInteger();

        private Decisions decisions = new Decisions(0);

        @Setup(Level.Trial)
        public void begin() {
            decisions = new Decisions(CALLERS.incrementAndGet());
        }
    }

    /** In the build's folder, and so on a disk: what is called temporary may lie in memory. */
    private static Path temporary() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("benchmarks", "target", "stores")), "commit-");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static boolean commit(JournalStore store, Caller caller) {
        boolean committed = store.journal().commit(caller.decisions.next()).isRight();
        if (!committed) {
            throw new IllegalStateException("refused");
        }
        return true;
    }

    @Benchmark
    @Threads(1)
    public boolean mandate1(Mandate mandate, Caller caller) {
        return commit(mandate.store.authenticated(), caller);
    }

    @Benchmark
    @Threads(1)
    public boolean unauthenticated1(Mandate mandate, Caller caller) {
        return commit(mandate.store.plain(), caller);
    }

    @Benchmark
    @Threads(1)
    public boolean bare1(Bare bare, Caller caller) throws InterruptedException {
        return bare.store.commit(caller.decisions.next());
    }

    @Benchmark
    @Threads(MANY)
    public boolean mandate16(Mandate mandate, Caller caller) {
        return commit(mandate.store.authenticated(), caller);
    }

    @Benchmark
    @Threads(MANY)
    public boolean unauthenticated16(Mandate mandate, Caller caller) {
        return commit(mandate.store.plain(), caller);
    }

    @Benchmark
    @Threads(MANY)
    public boolean bare16(Bare bare, Caller caller) throws InterruptedException {
        return bare.store.commit(caller.decisions.next());
    }
}
