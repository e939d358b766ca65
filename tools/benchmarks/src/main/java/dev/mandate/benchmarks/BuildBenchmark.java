package dev.mandate.benchmarks;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From arguments to unsigned bytes, as {@code npm/bench.mjs} does it with the npm SDK. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class BuildBenchmark {

    private final Prepared prepared = new Prepared();
    private long count;

    @Benchmark
    public UnsignedTransaction prepare() {
        return prepared.prepare(++count);
    }

    @Benchmark
    public UnsignedTransaction create() {
        byte[] key = new byte[32];
        ByteBuffer.wrap(key).putLong(++count);
        return prepared.create(Address.of(key));
    }
}
