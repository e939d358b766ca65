package dev.mandate.benchmarks.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;

/** Many connections that ask one server for one thing. */
final class Load {

    /** For how long the last answers are waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration COARSE = Duration.ofMillis(2);
    private static final Duration NAP = Duration.ofNanos(50_000);

    private final ServerProcess server;
    private final byte[] request;
    private final int connections;

    Load(ServerProcess server, byte[] request, int connections) {
        this.server = server;
        this.request = request;
        this.connections = connections;
    }

    /** What came of it. */
    static final class Outcome implements Stolen.During {

        private final double perSecond;
        private final double processorMicros;
        private final double stolen;
        private final long[] latencies;

        private Outcome(double perSecond, double processorMicros, double stolen, long[] latencies) {
            this.perSecond = perSecond;
            this.processorMicros = processorMicros;
            this.stolen = stolen;
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

        @Override
        public double stolen() {
            return stolen;
        }

        /** The latency, in milliseconds, that this share of all answers kept within. */
        double withinMillis(double share) {
            return latencies[(int) Math.min(latencies.length - 1L, (long) (share * latencies.length))] / 1_000.0;
        }
    }

    /** When a connection's next request is due, by how many answers it has had. */
    private interface Schedule {
        long dueNanos(int connection, int answered, long now);
    }

    /** Every connection asks again as soon as it is answered. */
    Outcome atFullSpeed(Duration time) throws IOException {
        return run(time, begun -> (connection, answered, now) -> now);
    }

    /**
     * All connections together ask so often, whether they are answered or not. Each latency counts from when the request was due: what a
     * slow answer kept from being sent in time is not forgotten.
     */
    Outcome at(double perSecond, Duration time) throws IOException {
        double nanosBetween = 1_000_000_000.0 * connections / perSecond;
        return run(
                time,
                begun -> (connection, answered, now) ->
                        begun + (long) (nanosBetween * (answered + (double) connection / connections)));
    }

    private Outcome run(Duration time, LongFunction<Schedule> schedules) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                lines.add(new Line(selector, i, server.port(), request));
            }
            Stolen earlier = Stolen.now();
            Duration before = server.processorTime();
            long begun = System.nanoTime();
            drive(selector, lines, schedules.apply(begun), begun + time.toNanos());
            double seconds = (System.nanoTime() - begun) / 1e9;
            double processor = server.processorTime().minus(before).toNanos() / 1_000.0;
            long[] all = lines.stream()
                    .flatMapToLong(line -> Arrays.stream(line.latencies()))
                    .sorted()
                    .toArray();
            return new Outcome(all.length / seconds, processor / all.length, Stolen.now().shareSince(earlier), all);
        } finally {
            for (Line line : lines) {
                line.close();
            }
        }
    }

    /** One thread for all connections, so that the client takes little of the processors that it shares with the server. */
    private static void drive(Selector selector, List<Line> lines, Schedule schedule, long end) throws IOException {
        BitSet idle = new BitSet();
        idle.set(0, lines.size());
        long now = System.nanoTime();
        while (now < end || idle.cardinality() < lines.size()) {
            if (now > end + PATIENCE.toNanos()) {
                throw new IOException("no answer within " + PATIENCE);
            }
            long next = now < end ? end : end + PATIENCE.toNanos();
            for (int i = idle.nextSetBit(0); i >= 0 && now < end; i = idle.nextSetBit(i + 1)) {
                long due = schedule.dueNanos(i, lines.get(i).answered(), now);
                if (due <= now) {
                    lines.get(i).send(due);
                    idle.clear(i);
                } else {
                    next = Math.min(next, due);
                }
            }
            await(selector, next - now);
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.attachment() instanceof Line line && line.read() == Line.Progress.ANSWERED) {
                    idle.set(line.number());
                }
            }
            selector.selectedKeys().clear();
            now = System.nanoTime();
        }
    }

    /** Until something has come, or so long. A selector counts in milliseconds; what is due sooner is waited for in naps. */
    private static void await(Selector selector, long nanos) throws IOException {
        if (nanos > COARSE.toNanos()) {
            selector.select(nanos / 1_000_000);
        } else if (selector.selectNow() == 0) {
            LockSupport.parkNanos(Math.min(nanos, NAP.toNanos()));
            selector.selectNow();
        }
    }
}
