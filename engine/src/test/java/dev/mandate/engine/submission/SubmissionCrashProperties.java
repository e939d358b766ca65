package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;

/** Whoever dies when, however many drive it, and whatever the line does: one payment, once or never, and the journal knows which. */
class SubmissionCrashProperties {

    private static final long LAMPORTS = 1_234;
    /** More than 32 blocks. */
    private static final long MARGIN_SECONDS = 14;

    @Example
    void aCrashBetweenAnyTwoStepsChangesNothing() {
        atEveryStep((step, trial) -> ProcessFault.after(step));
    }

    @Example
    void aSecondInstanceBetweenAnyTwoStepsChangesNothing() {
        atEveryStep((step, trial) -> ProcessFault.interrupted(step, () -> trial.drive(ProcessFault.never(),
                SubmissionCrashProperties::good)));
    }

    private static void atEveryStep(BiFunction<Integer, Trial, ProcessFault> fates) {
        for (boolean nonce : new boolean[] {false, true}) {
            int step = 0;
            boolean struck = true;
            while (struck) {
                Trial trial = new Trial(nonce);
                ProcessFault fate = fates.apply(step, trial);
                trial.drive(fate, SubmissionCrashProperties::good);
                trial.finish();
                assertEquals(LAMPORTS, trial.fixture.shopHas(), "at step " + step);
                struck = fate.isFulfilled();
                step++;
            }
            assertTrue(step > 5, "steps: " + step);
        }
    }

    /**
     * One process's life.
     *
     * @param steps when it dies, or when another comes in between
     * @param blocks how many blocks pass before it
     */
    record Life(int steps, boolean dies, int blocks, List<Line> line) {}

    @Property(tries = 200)
    void thePaymentLandsAtMostOnce(
            @ForAll boolean nonce, @ForAll @Size(min = 1, max = 8) List<@From("lives") Life> lives) {
        Trial trial = new Trial(nonce);
        for (Life life : lives) {
            trial.fixture.chain.advance(life.blocks());
            ProcessFault fate = life.dies()
                    ? ProcessFault.after(life.steps())
                    : ProcessFault.interrupted(life.steps(), () -> trial.drive(ProcessFault.never(), lines(life.line().reversed())));
            trial.drive(fate, lines(life.line()));
        }
        trial.finish();
    }

    @Provide
    Arbitrary<Life> lives() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 14),
                        Arbitraries.of(true, false),
                        Arbitraries.frequencyOf(
                                Tuple.of(4, Arbitraries.just(0)),
                                Tuple.of(2, Arbitraries.integers().between(1, 30)),
                                Tuple.of(1, Arbitraries.integers().between(31, 70))),
                        Arbitraries.of(Line.class).list().ofMinSize(1).ofMaxSize(8))
                .as(Life::new);
    }

    private static Line good() {
        return Line.GOOD;
    }

    private static Supplier<Line> lines(List<Line> lines) {
        Queue<Line> queue = new ArrayDeque<>(lines);
        return () -> queue.isEmpty() ? Line.GOOD : queue.remove();
    }

    /** One payment and all who drive it. */
    private static final class Trial {

        private final SubmissionFixture fixture = new SubmissionFixture();
        private final List<Bytes> sent = new ArrayList<>();
        private final SubmissionRecord payment;

        Trial(boolean nonce) {
            payment = nonce ? fixture.paymentByNonce(LAMPORTS) : fixture.payment(LAMPORTS);
        }

        void drive(ProcessFault fate, Supplier<Line> line) {
            FaultyChain chain = new FaultyChain(fixture.chain, fate, line, this::leaving);
            try {
                var unused = fixture.driver(chain, new CrashingJournal(fixture.journal, fate))
                        .drive(fixture.record(payment.id()));
            } catch (Crash dead) {
                // Somebody else goes on from here, with what is in the journal.
                assertTrue(fate.isFulfilled());
            }
        }

        private void leaving(Bytes bytes) {
            sent.add(bytes);
            assertTrue(
                    !(fixture.state(payment) instanceof SubmissionState.Signed),
                    "what leaves must be on record as leaving");
        }

        /** On good lines to the end; what is there must be what the chain knows. */
        void finish() {
            drive(ProcessFault.never(), SubmissionCrashProperties::good);
            fixture.chain.advance(MARGIN_SECONDS);
            drive(ProcessFault.never(), SubmissionCrashProperties::good);
            assertInstanceOf(SubmissionState.Final.class, fixture.state(payment));
            assertTrue(Array.ofAll(sent).distinct().size() <= 1);
            if (fixture.state(payment) instanceof SubmissionState.Confirmed) {
                assertEquals(LAMPORTS, fixture.shopHas());
            } else {
                assertInstanceOf(SubmissionState.Expired.class, fixture.state(payment));
                assertEquals(0, fixture.shopHas());
            }
            assertEquals(
                    Array.empty(),
                    LogVerifier.verify(
                                    fixture.journal.audit(),
                                    Array.of(SubmissionRepository.PROJECTION),
                                    AuditTrust.NONE,
                                    () -> new UnixTime(0))
                            .findings());
        }
    }
}
