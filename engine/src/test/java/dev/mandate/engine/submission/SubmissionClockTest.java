package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.time.SteadyClock;
import dev.mandate.engine.time.SteppedClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wall clock jumps by a day, ahead or back, while a submission is open: what becomes of it is what the chain says. */
class SubmissionClockTest {

    private static final long JUMP = 90_000;

    private final SubmissionFixture fixture = new SubmissionFixture();
    private final SteppedClock machine = new SteppedClock();
    private final SteadyClock clock = machine.steady();

    @ParameterizedTest
    @ValueSource(longs = {JUMP, -JUMP})
    void aMissingTransactionExpiresDespiteClockSteps(long step) {
        SubmissionRecord payment = lost();
        machine.stepWall(step);
        fixture.chain.expireBlockhashes();

        drive(payment);

        assertInstanceOf(SubmissionState.Expired.class, fixture.state(payment));
    }

    @ParameterizedTest
    @ValueSource(longs = {JUMP, -JUMP})
    void aLandedTransactionIsConfirmedDespiteClockSteps(long step) {
        SubmissionRecord payment = lost();
        machine.stepWall(step);

        drive(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
        assertEquals(7, fixture.shopHas());
    }

    /** A payment that was handed over and did not arrive. */
    private SubmissionRecord lost() {
        fixture.now = clock.now();
        SubmissionRecord payment = fixture.payment(7);
        FaultyChain line = new FaultyChain(fixture.chain, ProcessFault.never(), () -> Line.LOST, sent -> {});
        assertInstanceOf(
                Progress.Open.class, fixture.driver(line, fixture.journal).drive(payment));
        return payment;
    }

    private void drive(SubmissionRecord payment) {
        for (int i = 0; i < 2; i++) {
            machine.pass(1);
            fixture.now = clock.now();
            var unused = fixture.driver().drive(fixture.record(payment.id()));
        }
    }
}
