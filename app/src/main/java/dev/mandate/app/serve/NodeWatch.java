package dev.mandate.app.serve;

import dev.mandate.adapters.rpc.NodeListener;
import dev.mandate.adapters.rpc.NodeReport;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.chain.MissingMethod;
import dev.mandate.ports.spi.chain.SourceHealth;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * Watches the nodes of all networks while the server runs. Each is asked for its slot every half minute, and for each method in use at the start and every
 * five minutes. The log says what a node lacks and when that changes.
 */
final class NodeWatch implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
    private static final int LOOKS_PER_CHECK = 10;

    private final ServeLog log;
    private final MeterRegistry meters;
    /** By network and node: 1 if it answers. */
    private final ConcurrentMap<Tuple2<Network, String>, Integer> up = new ConcurrentHashMap<>();
    /** How many slots each node was behind the best one of its network at the last look; none if it was not healthy. */
    private final ConcurrentMap<Tuple2<Network, String>, Option<Long>> lag = new ConcurrentHashMap<>();
    /** What each node lacked at the last check. */
    private final ConcurrentMap<Tuple2<Network, String>, Seq<MissingMethod>> missing = new ConcurrentHashMap<>();
    private Option<Thread> thread = Option.none();

    NodeWatch(ServeLog log, MeterRegistry meters) {
        this.log = log;
        this.meters = meters;
    }

    /** Writes the faults of a network's nodes. */
    NodeListener listener(Network network) {
        return new NodeFaultLog(network, log, meters, System::nanoTime);
    }

    void start(Map<Network, RpcChain> chains) {
        thread = Option.when(chains.nonEmpty(), () -> Thread.ofVirtual().name("node-watch").start(() -> watch(chains)));
    }

    private void watch(Map<Network, RpcChain> chains) {
        try {
            for (int look = 0; ; look++) {
                boolean checks = look % LOOKS_PER_CHECK == 0;
                chains.forEach((network, chain) -> {
                    if (checks) {
                        chain.check().forEach(report -> checked(network, report));
                    }
                    looked(network, chain.sourceHealth());
                });
                Thread.sleep(LOOK_EVERY);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void checked(Network network, NodeReport report) {
        Tuple2<Network, String> key = Tuple.of(network, report.node());
        Seq<MissingMethod> before = Option.of(missing.put(key, report.missing())).getOrElse(Array::empty);
        report.missing().removeAll(before).forEach(method -> log.warning(
                "node", report.node(), network.name() + " lacks " + method.method() + ": " + method.effect()));
        before.map(MissingMethod::method)
                .filter(method -> report.methods().exists(one -> one.name().equals(method) && one.verdict() == NodeReport.Verdict.OK))
                .forEach(method -> log.event("node", report.node(), network.name() + " offers " + method));
        if (up.putIfAbsent(key, 0) == null) {
            gauge("mandate_node_up", "1 if the node answers and is healthy", key, () -> up.get(key));
            gauge(
                    "mandate_node_lag_slots",
                    "slots that the node is behind the best one of its network; not a number if it is not healthy",
                    key,
                    () -> Option.of(lag.get(key)).flatMap(known -> known).<Number>map(slots -> slots).getOrElse(Double.NaN));
            gauge("mandate_node_missing_methods", "methods in use that the node does not offer", key, () -> missing.get(key).size());
        }
    }

    private void gauge(String name, String description, Tuple2<Network, String> key, Supplier<Number> value) {
        var unused = Gauge.builder(name, value)
                .description(description)
                .tags("network", key._1.name(), "node", key._2)
                .strongReference(true)
                .register(meters);
    }

    private void looked(Network network, Seq<SourceHealth> sources) {
        long best = sources.flatMap(SourceHealth::slot).max().getOrElse(0L);
        sources.forEach(source -> {
            Tuple2<Network, String> key = Tuple.of(network, source.name());
            lag.put(key, source.slot().toOption().map(slot -> best - slot));
            up.put(key, source.slot().isRight() ? 1 : 0);
        });
    }

    @Override
    public void close() {
        thread.forEach(Thread::interrupt);
    }
}
