package dev.mandate.app.serve;

import dev.mandate.adapters.rpc.NodeFailure;
import dev.mandate.adapters.rpc.NodeListener;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Writes the faults of a network's nodes, with the id of the request that asked: one line a minute at most for each node and method, which says how many
 * came before it. The counter {@code mandate_node_faults} counts all, and the timer {@code mandate_node_calls} what was answered.
 */
final class NodeFaultLog implements NodeListener {

    static final long BETWEEN_NANOS = Duration.ofMinutes(1).toNanos();

    private final Network network;
    private final ServeLog log;
    private final MeterRegistry meters;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<String, Recent> recent = new ConcurrentHashMap<>();

    /** @param nanoTime supplies {@link System#nanoTime} */
    NodeFaultLog(Network network, ServeLog log, MeterRegistry meters, LongSupplier nanoTime) {
        this.network = network;
        this.log = log;
        this.meters = meters;
        this.nanoTime = nanoTime;
    }

    /** @param unwritten faults since the last line */
    private record Recent(long writtenAt, int unwritten) {}

    @Override
    public void answered(String node, String methods, Duration took) {
        Timer.builder("mandate_node_calls")
                .description("Requests that nodes answered, and their times")
                .tags("network", network.name(), "node", node, "method", methods)
                .register(meters)
                .record(took);
    }

    @Override
    public void failed(NodeFailure failure) {
        Counter.builder("mandate_node_faults")
                .description("Calls to nodes that failed")
                .tags("network", network.name(), "node", failure.node(), "method", failure.method())
                .register(meters)
                .increment();
        AtomicReference<UnaryOperator<String>> line = new AtomicReference<>();
        long now = nanoTime.getAsLong();
        var unused = recent.compute(failure.node() + " " + failure.method(), (key, before) -> {
            if (before != null && now - before.writtenAt() < BETWEEN_NANOS) {
                return new Recent(before.writtenAt(), before.unwritten() + 1);
            }
            line.set(text -> before == null || before.unwritten() == 0
                    ? text
                    : text + " (and " + before.unwritten() + " faults more since the last line)");
            return new Recent(now, 0);
        });
        if (line.get() != null) {
            String request = NodeCallBudget.requestId().map(id -> " (request " + id + ")").getOrElse("");
            log.event("node", failure.node(), line.get().apply(network.name() + " " + failure.text() + request));
        }
    }
}
