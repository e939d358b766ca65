package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.chain.Chain;
import dev.mandate.testsupport.rpc.ChainNode;
import dev.mandate.testsupport.rpc.FaultPlan;
import dev.mandate.testsupport.rpc.FaultProxy;
import dev.mandate.testsupport.rpc.WireFault;
import io.vavr.collection.Array;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Payments over JSON-RPC on bad networks. A schedule has 5 to 50 faults of one to three nodes. Two instances share a journal and crash at any
 * step. The next payment begins as soon as the one before is final, and lives by a blockhash or a durable nonce. In some schedules one of
 * several nodes lies, or nodes hang. A seed repeats its schedule, as far as no request times out.
 *
 * <p>{@code -Dmandate.faults.schedules=2000} plays more of them, {@code -Dmandate.faults.seed=N} begins at another seed.
 */
class FaultScheduleTest {

    private static final long LAMPORTS = 1_234;
    private static final int PAYMENTS = 8;
    private static final Array<WireFault> HONEST = Array.of(WireFault.values())
            .removeAll(Array.of(WireFault.DIGIT_CHANGED, WireFault.ANSWER_WITHHELD))
            .appendAll(Array.fill(5, WireFault.REQUEST_LATE));
    private static final Duration NO_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(200);
    private static final Array<UnaryOperator<JsonNode>> LIES =
            Array.of(answer -> answer, NodeLies::invented, NodeLies::hidden, NodeLies::blockhashDenied);

    /** How the nodes of a schedule are bad. */
    private enum Mood {
        FAULTY,
        HANGING,
        /** The first node lies. The others have no faults: nobody can tell a lie while the lying node alone serves. */
        LYING
    }

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    @Test
    void aPaymentLandsOnceOrNeverAndTheRecordSaysWhich() throws Exception {
        long first = Long.getLong("mandate.faults.seed", 1);
        int schedules = Integer.getInteger("mandate.faults.schedules", 100);
        for (long seed = first; seed < first + schedules; seed++) {
            try {
                new Schedule(seed).play();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("with -Dmandate.faults.schedules=1 -Dmandate.faults.seed=" + seed, e);
            }
            close();
            opened.clear();
        }
    }

    private final class Schedule {

        private final RandomGenerator random;
        private final SubmissionFixture fixture = new SubmissionFixture();
        private final TestClock clock = new TestClock();
        private final Mood mood;
        private final Array<ChainNode> nodes;
        private final Array<FaultPlan> plans;
        private final Array<Chain> instances;

        Schedule(long seed) {
            random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            nodes = Array.fill(1 + random.nextInt(3), () -> ChainNode.start(fixture.chain, fixture.chain::sendWithoutPreflight));
            nodes.forEach(opened::add);
            mood = switch (random.nextInt(8)) {
                case 0 -> Mood.HANGING;
                case 1, 2 -> nodes.size() > 1 ? Mood.LYING : Mood.FAULTY;
                default -> Mood.FAULTY;
            };
            int faults = 5 + random.nextInt(46);
            plans = nodes.map(node -> new FaultPlan(
                    random.nextLong(), kinds(), 20 + random.nextInt(60), most(node, faults), 2 + random.nextInt(8)));
            Array<FaultProxy.Node> behind = nodes.map(node -> FaultProxy.Node.at(node.url()));
            // One URL may hide several nodes.
            boolean balanced = random.nextBoolean() && mood != Mood.LYING;
            Array<FaultProxy> proxies = behind.zip(plans).map(pair -> FaultProxy.start(
                    0,
                    balanced ? request -> behind.get(random.nextInt(behind.size())).answer(request) : pair._1,
                    pair._2,
                    (fault, methods) -> {}));
            proxies.forEach(opened::add);
            instances = Array.of(proxies, proxies.reverse()).map(order -> new RpcChain(new RpcSettings(
                    Network.DEVNET,
                    order.map(FaultProxy::url),
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

        private int most(ChainNode node, int faults) {
            return mood != Mood.LYING ? 1 + faults / nodes.size() : node == nodes.head() ? faults : 0;
        }

        void play() {
            int confirmed = 0;
            for (int made = 0; made < PAYMENTS && (made == 0 || faultsAreLeft()); made++) {
                fixture.chain.advance(1);
                String nonce = "nonce " + made;
                boolean durable = random.nextInt(3) == 0;
                SubmissionRecord payment = durable ? fixture.paymentByNonce(LAMPORTS, nonce) : fixture.payment(LAMPORTS);
                while (faultsAreLeft() && !isFinal(payment)) {
                    disturb();
                    if (durable && random.nextInt(10) == 0) {
                        fixture.advanceNonce(nonce);
                    }
                    drive(payment, random.nextInt(4) == 0 ? ProcessFault.after(random.nextInt(30)) : ProcessFault.never());
                }
                confirmed += confirmed(settled(payment));
                assertEquals(confirmed * LAMPORTS, fixture.shopHas());
            }
        }

        private boolean faultsAreLeft() {
            return plans.exists(plan -> plan.left() > 0);
        }

        /** Time passes, and one node falls behind or catches up. */
        private void disturb() {
            int seconds = random.nextInt(3) == 0 ? random.nextInt(100) : random.nextInt(3);
            fixture.chain.advance(seconds);
            clock.advance(Duration.ofSeconds(2 + seconds));
            nodes.get(random.nextInt(nodes.size())).lag(random.nextInt(2) == 0 ? random.nextInt(250) : 0);
            if (mood == Mood.LYING) {
                nodes.head().answering(LIES.get(random.nextInt(LIES.size())));
                nodes.head().lag(random.nextInt(3) == 0 ? -random.nextInt(300) : 0);
            }
        }

        private void drive(SubmissionRecord payment, ProcessFault fate) {
            Chain chain = instances.get(random.nextInt(instances.size()));
            try {
                var unused = fixture.driver(
                                new FaultyChain(chain, fate, () -> Line.GOOD, bytes -> {}),
                                new CrashingJournal(fixture.journal, fate))
                        .drive(fixture.record(payment.id()));
            } catch (Crash dead) {
                assertTrue(fate.isFulfilled());
            }
        }

        private boolean isFinal(SubmissionRecord payment) {
            return fixture.state(payment) instanceof SubmissionState.Final;
        }

        /** The end of a payment once the network is good again. */
        private SubmissionState settled(SubmissionRecord payment) {
            if (!isFinal(payment)) {
                plans.forEach(FaultPlan::end);
                nodes.forEach(node -> node.lag(0));
                nodes.forEach(node -> node.answering(answer -> answer));
            }
            for (int i = 0; i < 8 && !isFinal(payment); i++) {
                fixture.chain.advance(30);
                clock.advance(Duration.ofMinutes(3));
                drive(payment, ProcessFault.never());
            }
            return fixture.state(payment);
        }

        private int confirmed(SubmissionState end) {
            if (end instanceof SubmissionState.Confirmed) {
                return 1;
            }
            assertInstanceOf(SubmissionState.Expired.class, end);
            return 0;
        }
    }

    /** A clock that the schedule moves. */
    private static final class TestClock extends Clock {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

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
