package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.domain.submission.SubmissionSubject;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What was accepted before an account was frozen. */
class FrozenSubmissionTest {

    private static final OperatorName OPS = new OperatorName("ops");

    private final SubmissionFixture fixture = new SubmissionFixture();
    private int sent;

    private SubmissionDriver driver(Line line) {
        return fixture.driver(new FaultyChain(fixture.chain, ProcessFault.never(), () -> line, bytes -> sent++), fixture.journal);
    }

    private void freeze() {
        assertTrue(fixture.freezes().freeze(SubmissionFixture.SUBJECT.account(), OPS, "a leak", Option.none()).isRight());
    }

    private void thaw() {
        assertTrue(fixture.freezes().thaw(SubmissionFixture.SUBJECT.account(), OPS, Option.none()).isRight());
    }

    @Test
    void waitsUnsentAndSaysWhyAndIsSentAfterTheThaw() {
        SubmissionRecord payment = fixture.payment(7);
        freeze();

        Progress progress = driver(Line.GOOD).drive(payment);

        assertEquals("the operator has frozen the account", assertInstanceOf(Progress.Open.class, progress).reason());
        assertInstanceOf(SubmissionState.Signed.class, fixture.state(payment));
        assertEquals(0, sent);
        thaw();
        assertInstanceOf(Progress.Over.class, driver(Line.GOOD).drive(fixture.record(payment.id())));
        assertEquals(7, fixture.shopHas());
    }

    @Test
    void whatWasSentIsNotSentAgainAndItsEndIsStillRecorded() {
        SubmissionRecord lost = fixture.payment(7);
        SubmissionRecord landed = fixture.payment(8);
        var unused = driver(Line.LOST).drive(lost);
        assertTrue(fixture.chain.send(((SubmissionState.Signed) fixture.state(landed)).pending().transaction().bytes()).isRight());
        unused = driver(Line.LOST).drive(landed);
        int before = sent;
        freeze();
        fixture.now = fixture.now.plusSeconds(60);

        unused = driver(Line.GOOD).drive(fixture.record(lost.id()));
        unused = driver(Line.GOOD).drive(fixture.record(landed.id()));

        assertEquals(before, sent);
        assertInstanceOf(SubmissionState.InFlight.class, fixture.state(lost));
        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(landed));
    }

    @Test
    void whatCanNoLongerLandEndsAndFreesItsPlace() {
        SubmissionRecord payment = fixture.payment(7);
        freeze();
        fixture.chain.expireBlockhashes();
        fixture.now = fixture.now.plusSeconds(120);

        assertInstanceOf(Progress.Over.class, driver(Line.GOOD).drive(payment));

        assertInstanceOf(SubmissionState.Expired.class, fixture.state(payment));
        assertEquals(0, fixture.book().open());
        assertEquals(0, sent);
    }

    @Test
    void aLandingElsewhereIsSeen() {
        SubmissionRecord payment = fixture.payment(7);
        freeze();
        assertTrue(fixture.chain.send(((SubmissionState.Signed) payment.state()).pending().transaction().bytes()).isRight());

        assertInstanceOf(Progress.Over.class, driver(Line.GOOD).drive(payment));

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
    }

    @Test
    void aFreezeBetweenTheCheckAndTheRecordOfTheSendCounts() {
        SubmissionRecord payment = fixture.payment(7);
        Journal overtaken = new CrashingJournal(fixture.journal, ProcessFault.interrupted(0, this::freeze));

        Progress progress = fixture.driver(
                        new FaultyChain(fixture.chain, ProcessFault.never(), () -> Line.GOOD, bytes -> sent++), overtaken)
                .drive(payment);

        assertEquals("the operator has frozen the account", assertInstanceOf(Progress.Open.class, progress).reason());
        assertInstanceOf(SubmissionState.Signed.class, fixture.state(payment));
        assertEquals(0, sent);
    }

    @Test
    void isAlsoHeldByAnAccountThatItsContentReaches() {
        Address reached = TestKey.of("reached").address();
        SubmissionSubject subject = new SubmissionSubject(
                SubmissionFixture.SUBJECT.tenant(),
                SubmissionFixture.SUBJECT.network(),
                SubmissionFixture.SUBJECT.account(),
                Array.of(reached));
        SubmissionRecord payment = fixture.payment(subject, 7);
        assertTrue(fixture.freezes().freeze(reached, OPS, "a leak", Option.none()).isRight());

        assertInstanceOf(Progress.Open.class, driver(Line.GOOD).drive(payment));

        assertEquals(0, sent);
    }
}
