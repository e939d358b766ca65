package dev.mandate.benchmarks.load;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Many connections that ask one server for one thing. */
final class Load {

    private final ServerProcess server;
    private final byte[] request;
    private final int connections;

    Load(ServerProcess server, byte[] request, int connections) {
        this.server = server;
        this.request = request;
        this.connections = connections;
    }

    /** What came of it. */
    static final class Outcome {

        private final double perSecond;
        private final double processorMicros;
        private final long[] latencies;

        private Outcome(double perSecond, double processorMicros, long[] latencies) {
            this.perSecond = perSecond;
            this.processorMicros = processorMicros;
            this.latencies = latencies;
        }

        /** Answers. */
        double perSecond() {
            return perSecond;
        }

        /** The server's processor time for each answer. */
        double processorMicros() {
            return processorMicros;
        }

        /** The latency, in milliseconds, that this share of all answers kept within. */
        double withinMillis(double share) {
            return latencies[(int) Math.min(latencies.length - 1L, (long) (share * latencies.length))] / 1_000.0;
        }
    }

    /** When a connection sends: it takes how many it has sent, and answers when the next one is due. */
    private interface Schedule {
        long dueNanos(int connection, long sent, long begun);
    }

    /** Every connection asks again as soon as it is answered. */
    Outcome atFullSpeed(Duration time) throws IOException, InterruptedException {
        return run(time, (connection, sent, begun) -> System.nanoTime());
    }

    /**
     * All connections together ask so often, whether they are answered or not. Each latency counts from when the request was due: what a
     * slow answer kept from being sent in time is not forgotten.
     */
    Outcome at(double perSecond, Duration time) throws IOException, InterruptedException {
        double nanosBetween = 1_000_000_000.0 * connections / perSecond;
        return run(
                time,
                (connection, sent, begun) -> begun + (long) (nanosBetween * (sent + (double) connection / connections)));
    }

    private Outcome run(Duration time, Schedule schedule) throws IOException, InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Duration before = server.processorTime();
            long begun = System.nanoTime();
            long end = begun + time.toNanos();
            List<Future<long[]>> running = IntStream.range(0, connections)
                    .mapToObj(connection -> threads.submit(() -> drive(connection, schedule, begun, end)))
                    .toList();
            long[][] latencies = new long[connections][];
            for (int i = 0; i < connections; i++) {
                latencies[i] = running.get(i).get();
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            long[] all = Arrays.stream(latencies).flatMapToLong(Arrays::stream).sorted().toArray();
            double processor = server.processorTime().minus(before).toNanos() / 1_000.0;
            return new Outcome(all.length / seconds, processor / all.length, all);
        } catch (ExecutionException e) {
            throw new IOException("a connection failed", e.getCause());
        }
    }

    private long[] drive(int connection, Schedule schedule, long begun, long end) throws IOException {
        long[] latencies = new long[1_024];
        int sent = 0;
        try (Connection line = new Connection(server.port())) {
            for (long due = schedule.dueNanos(connection, sent, begun);
                    due < end;
                    due = schedule.dueNanos(connection, sent, begun)) {
                for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
                Connection.Answer answer = line.exchange(request);
                if (answer.status() != 200) {
                    throw new IOException("answered " + answer.status());
                }
                if (sent == latencies.length) {
                    latencies = Arrays.copyOf(latencies, 2 * sent);
                }
                latencies[sent++] = (System.nanoTime() - due) / 1_000;
            }
        }
        return Arrays.copyOf(latencies, sent);
    }
}
