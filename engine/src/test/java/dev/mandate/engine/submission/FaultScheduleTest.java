package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyNetwork;
import dev.mandate.engine.faults.FaultyNetwork.Mood;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.testsupport.extent.TestExtent;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Payments over JSON-RPC on bad networks. Two instances share a journal and crash at any step. The next payment begins as soon as the one
 * before is final, and lives by a blockhash or a durable nonce. A seed repeats its schedule, as far as no request times out.
 *
 * <p>{@code -Dmandate.faults.schedules=N} plays so many of them, {@code -Dmandate.faults.seed=N} begins at another seed.
 */
class FaultScheduleTest {

    private static final long LAMPORTS = 1_234;
    private static final int PAYMENTS = 8;

    @Tag("counted")
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void aPaymentLandsOnceOrNeverAndTheRecordSaysWhich() {
        long first = Long.getLong("mandate.faults.seed", 1);
        int schedules = Integer.getInteger("mandate.faults.schedules", TestExtent.of(20, 2_000));
        LongStream.range(first, first + schedules).parallel().forEach(FaultScheduleTest::play);
    }

    private static void play(long seed) {
        try {
            play(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("with -Dmandate.faults.schedules=1 -Dmandate.faults.seed=" + seed, e);
        }
    }

    private static void play(RandomGenerator random) {
        SubmissionFixture fixture = new SubmissionFixture();
        Mood mood = switch (random.nextInt(8)) {
            case 0 -> Mood.HANGING;
            case 1, 2 -> Mood.LYING;
            default -> Mood.FAULTY;
        };
        try (FaultyNetwork network = new FaultyNetwork(fixture.chain, mood, random)) {
            new Schedule(fixture, network, random).play();
        }
    }

    private record Schedule(SubmissionFixture fixture, FaultyNetwork network, RandomGenerator random) {

        void play() {
            int confirmed = 0;
            for (int made = 0; made < PAYMENTS && (made == 0 || network.faultsAreLeft()); made++) {
                fixture.chain.advance(1);
                String nonce = "nonce " + made;
                boolean durable = random.nextInt(3) == 0;
                SubmissionRecord payment = durable ? fixture.paymentByNonce(LAMPORTS, nonce) : fixture.payment(LAMPORTS);
                while (network.faultsAreLeft() && !isFinal(payment)) {
                    network.disturb();
                    if (durable && random.nextInt(10) == 0) {
                        fixture.advanceNonce(nonce);
                    }
                    drive(payment, random.nextInt(4) == 0 ? ProcessFault.after(random.nextInt(30)) : ProcessFault.never());
                }
                confirmed += confirmed(settled(payment));
                assertEquals(confirmed * LAMPORTS, fixture.shopHas());
            }
        }

        private void drive(SubmissionRecord payment, ProcessFault fate) {
            try {
                var unused = fixture.driver(
                                new FaultyChain(network.client(), fate, () -> Line.GOOD, bytes -> {}),
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
                network.heal();
            }
            for (int i = 0; i < 8 && !isFinal(payment); i++) {
                network.rest();
                drive(payment, ProcessFault.never());
            }
            return fixture.state(payment);
        }

        private static int confirmed(SubmissionState end) {
            if (end instanceof SubmissionState.Confirmed) {
                return 1;
            }
            assertInstanceOf(SubmissionState.Expired.class, end);
            return 0;
        }
    }
}
