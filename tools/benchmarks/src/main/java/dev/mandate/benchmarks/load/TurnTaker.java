package dev.mandate.benchmarks.load;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/** In JMH's own process: waits before each iteration until {@link BuildTime} says that it is its turn, and tells it what came of it. */
public final class TurnTaker implements InternalProfiler {

    private final int port;
    private @Nullable Socket line;

    /** JMH makes one in either process; the one that measures nothing does nothing. */
    public TurnTaker(String port) {
        this.port = Integer.parseInt(port);
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        try {
            if (line().getInputStream().read() < 0) {
                throw new IllegalStateException("whoever gives turns is gone");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        try {
            new DataOutputStream(line().getOutputStream())
                    .writeDouble(result.getPrimaryResult().getScore());
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Socket line() throws IOException {
        Socket known = line;
        if (known == null) {
            known = new Socket(InetAddress.getLoopbackAddress(), port);
            line = known;
        }
        return known;
    }

    @Override
    public String getDescription() {
        return "measures when it is its turn";
    }
}
