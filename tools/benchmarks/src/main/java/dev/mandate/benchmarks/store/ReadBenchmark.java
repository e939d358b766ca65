package dev.mandate.benchmarks.store;

import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reads of an account that is drawn evenly from all there are: nothing that was read a moment ago helps. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ReadBenchmark {

    private static final int PAGE = 50;

    /** How many accounts there are. */
    @Param({"1000", "1000000"})
    private int accounts;

    private final SplittableRandom random = new SplittableRandom(7);
    private Option<MeasuredStore> store = Option.none();

    /** A store of a million takes a minute to fill, and is kept from one benchmark to the next. */
    @Setup(Level.Trial)
    public void open() {
        store = Option.some(MeasuredAccounts.open(Path.of("benchmarks", "target", "stores", "accounts-" + accounts), accounts));
    }

    @TearDown(Level.Trial)
    public void close() {
        store.forEach(MeasuredStore::close);
    }

    private JournalReader journal() {
        return store.get().authenticated().journal();
    }

    private int account() {
        return random.nextInt(accounts);
    }

    @Benchmark
    public Option<Row> row() {
        return journal().row(new RowKey(MeasuredAccounts.KIND, MeasuredAccounts.key(account())));
    }

    /** The same without a check of its MAC. */
    @Benchmark
    public Option<Row> unauthenticatedRow() {
        return store.get().plain().journal().row(new RowKey(MeasuredAccounts.KIND, MeasuredAccounts.key(account())));
    }

    @Benchmark
    public Page<RecordedEvent> stream() {
        return journal().stream(MeasuredAccounts.stream(account()), 0, PAGE);
    }

    @Benchmark
    public Page<Row> page() {
        return journal().rows(RowScan.of(MeasuredAccounts.KIND, PAGE).startingWith(MeasuredAccounts.tenant(account())));
    }
}
