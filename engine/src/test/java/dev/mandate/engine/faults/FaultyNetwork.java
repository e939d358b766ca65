package dev.mandate.engine.faults;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Network;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.FaultInjector;
import dev.mandate.testkit.node.faults.FaultPlan;
import dev.mandate.testkit.node.faults.FaultProxy;
import dev.mandate.testkit.node.faults.WireFault;
import io.vavr.collection.Array;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** One to three nodes over a chain, with 5 to 50 faults of their answers and of the network, and two clients of them. */
public final class FaultyNetwork implements AutoCloseable {

    private static final Array<WireFault> HONEST = WireFault.ofNetwork()
            .removeAll(Array.of(WireFault.DIGIT_CHANGED, WireFault.ANSWER_WITHHELD))
            .appendAll(Array.fill(5, WireFault.REQUEST_LATE));
    private static final Duration NO_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(200);
    private static final Array<UnaryOperator<JsonNode>> LIES =
            Array.of(answer -> answer, NodeLies::invented, NodeLies::hidden, NodeLies::blockhashDenied);

    private final SimulatedChain chain;
    private final RandomGenerator random;
    private final Mood mood;
    private final TestClock clock = new TestClock();
    private final Array<SolanaTestNode> nodes;
    private final Array<FaultPlan> plans;
    private final Array<FaultProxy> proxies;
    private final Array<RpcChain> clients;

    /** How the nodes are bad. */
    public enum Mood {
        FAULTY,
        HANGING,
        /** The first of several nodes lies. The others have no faults: nobody can tell a lie while the lying node alone serves. */
        LYING
    }

    public FaultyNetwork(SimulatedChain chain, Mood mood, RandomGenerator random) {
        this.chain = chain;
        this.random = random;
        this.mood = mood;
        this.nodes = Array.fill(
                mood == Mood.LYING ? 2 + random.nextInt(2) : 1 + random.nextInt(3),
                () -> SolanaTestNode.httpOnly(chain));
        int faults = 5 + random.nextInt(46);
        this.plans = nodes.map(node ->
                new FaultPlan(random.nextLong(), kinds(), 20 + random.nextInt(60), most(node, faults), 2 + random.nextInt(8)));
        Array<FaultInjector.Node> behind = nodes.map(node -> FaultProxy.at(node.url()));
        // One URL may hide several nodes.
        boolean balanced = random.nextBoolean() && mood != Mood.LYING;
        this.proxies = behind.zip(plans).map(pair -> FaultProxy.start(
                0,
                balanced ? request -> behind.get(random.nextInt(behind.size())).answer(request) : pair._1,
                pair._2,
                (fault, methods) -> {}));
        this.clients = Array.of(proxies, proxies.reverse()).map(order -> new RpcChain(new RpcSettings(
                Network.DEVNET,
                order.map(FaultProxy::url),
                Math.min(2, order.size()),
                mood == Mood.HANGING ? SHORT_TIMEOUT : NO_TIMEOUT,
                3,
                5,
                Duration.ofSeconds(10),
                clock,
                wait -> Pause.Outcome.RESTED,
                random)));
    }

    private Array<WireFault> kinds() {
        return switch (mood) {
            case FAULTY -> HONEST;
            case HANGING -> HONEST.append(WireFault.ANSWER_WITHHELD);
            case LYING -> Array.of(WireFault.DIGIT_CHANGED);
        };
    }

    private int most(SolanaTestNode node, int faults) {
        return mood != Mood.LYING ? 1 + faults / nodes.size() : node == nodes.head() ? faults : 0;
    }

    /** One of the clients. */
    public RpcChain client() {
        return clients.get(random.nextInt(clients.size()));
    }

    public boolean faultsAreLeft() {
        return plans.exists(plan -> plan.left() > 0);
    }

    /** Time passes on the chain and for the clients, and one node falls behind or catches up. */
    public void disturb() {
        int seconds = random.nextInt(3) == 0 ? random.nextInt(100) : random.nextInt(3);
        chain.advance(seconds);
        clock.advance(Duration.ofSeconds(2 + seconds));
        nodes.get(random.nextInt(nodes.size())).lag(random.nextInt(2) == 0 ? random.nextInt(250) : 0);
        if (mood == Mood.LYING) {
            nodes.head().answering(LIES.get(random.nextInt(LIES.size())));
            nodes.head().lag(random.nextInt(3) == 0 ? -random.nextInt(300) : 0);
        }
    }

    /** From now on there are no faults. */
    public void heal() {
        plans.forEach(FaultPlan::end);
        nodes.forEach(node -> node.lag(0));
        nodes.forEach(node -> node.answering(answer -> answer));
    }

    /** Time passes: half a minute on the chain, and enough for the clients to ask each node again. */
    public void rest() {
        chain.advance(30);
        clock.advance(Duration.ofMinutes(3));
    }

    @Override
    public void close() {
        proxies.forEach(FaultProxy::close);
        nodes.forEach(SolanaTestNode::close);
    }

    private static final class TestClock extends Clock {

        private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void advance(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
