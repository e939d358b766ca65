package dev.mandate.benchmarks.store;

import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.engine.Engines;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.HashSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
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

/** A commit that is acknowledged after the anchor remembers a checkpoint over it, as a revocation is; by one caller, and by sixteen who share checkpoints. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CheckpointBenchmark {

    private static final int MANY = 16;

    /** A journal in SQLite with an anchor beside it. */
    @State(Scope.Benchmark)
    public static class Anchored {

        private final Path folder = temporary();
        private final MeasuredStore store = MeasuredStore.open(folder);
        private final AnchoredCheckpoints checkpoints = checkpoints();
        private final Journal journal = checkpoints.guarded();

        private AnchoredCheckpoints checkpoints() {
            OperatorSecret secret = OperatorSecret.open(folder.resolve(OperatorSecret.NAME)).get();
            AnchoredCheckpoints anchored = new AnchoredCheckpoints(
                    store.authenticated().journal(),
                    store.authenticated().checkpoints(),
                    new AnchorFile(folder),
                    secret.logSigner(),
                    ServerClock.of(InstantSource.system()),
                    Engines.ends());
            anchored.begin(anchored.compare(HashSet.empty()).getOrElseThrow(other -> new IllegalStateException(other.text())), new SecureRandom());
            return anchored;
        }

        @TearDown(Level.Trial)
        public void close() throws IOException {
            store.close();
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
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

    private static Path temporary() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("benchmarks", "target", "stores")), "checkpoint-");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean secured(Anchored anchored, Caller caller) {
        boolean committed = anchored.journal.commit(caller.decisions.next()).isRight();
        if (!committed) {
            throw new IllegalStateException("refused");
        }
        anchored.checkpoints.secure();
        return true;
    }

    @Benchmark
    @Threads(1)
    public boolean secured1(Anchored anchored, Caller caller) {
        return secured(anchored, caller);
    }

    @Benchmark
    @Threads(MANY)
    public boolean secured16(Anchored anchored, Caller caller) {
        return secured(anchored, caller);
    }
}
