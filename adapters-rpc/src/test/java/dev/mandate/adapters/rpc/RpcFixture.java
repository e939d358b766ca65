package dev.mandate.adapters.rpc;

import dev.mandate.domain.chain.Network;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Settings for tests: nothing waits, and the clock stands until it is moved. */
final class RpcFixture {

    private RpcFixture() {}

    /** A clock that a test moves. */
    static final class MovedClock extends Clock {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        synchronized void advance(Duration by) {
            now = now.plus(by);
        }

        @Override
        public synchronized Instant instant() {
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

    /** Notes the waits, and takes no time. */
    static final class NotedPause implements Pause {

        private final List<Duration> waits = new ArrayList<>();

        @Override
        public synchronized Outcome rest(Duration duration) {
            waits.add(duration);
            return Outcome.RESTED;
        }

        synchronized Array<Duration> waits() {
            return Array.ofAll(waits);
        }
    }

    static RpcSettings settings(SolanaTestNode... nodes) {
        return settings(new MovedClock(), new NotedPause(), Duration.ofSeconds(10), nodes);
    }

    static RpcSettings settings(Clock clock, Pause pause, Duration timeout, SolanaTestNode... nodes) {
        return new RpcSettings(
                Network.DEVNET,
                Array.of(nodes).map(SolanaTestNode::providerUrl),
                Math.min(2, nodes.length),
                timeout,
                3,
                5,
                Duration.ofSeconds(10),
                clock,
                pause,
                RandomGenerator.of("L64X128MixRandom"));
    }
}
