package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.Objection;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.Fate;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.outbox.Claim;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SubmissionDriverTest {

    private final Flights flights = new Flights();

    @Test
    void whatTheChainTakesIsConfirmed() {
        SubmissionRecord payment = flights.payment(7);

        assertInstanceOf(Progress.Over.class, flights.driver().drive(payment));

        assertInstanceOf(SubmissionState.Confirmed.class, flights.state(payment));
        assertEquals(7, flights.shopHas());
    }

    /** Whoever pays can sign the same message once more, and send that: to call the payment failed would be to ask for another one. */
    @Test
    void whatLandedUnderAnotherSignatureIsConfirmedUnderThatOne() {
        SubmissionRecord payment = flights.payment(7);
        Signature other = flights.landOtherwise(payment);

        assertInstanceOf(Progress.Over.class, flights.driver().drive(payment));

        assertTrue(flights.state(payment) instanceof SubmissionState.Confirmed confirmed && confirmed.id().equals(other));
        assertEquals(7, flights.shopHas());
    }

    @Test
    void alsoIfNoNodeSaidThatItWasProcessed() {
        SubmissionRecord payment = flights.payment(7);
        assertInstanceOf(Progress.Open.class, flights.driver(line(Line.LOST), flights.journal).drive(payment));
        Signature other = flights.landOtherwise(payment);
        flights.chain.expireBlockhashes();

        driveTwice(payment);

        assertTrue(flights.state(payment) instanceof SubmissionState.Confirmed confirmed && confirmed.id().equals(other));
    }

    @Test
    void alsoIfItLivesByANonceWhichThatUsedUp() {
        SubmissionRecord payment = flights.paymentByNonce(7);
        assertInstanceOf(Progress.Open.class, flights.driver(line(Line.LOST), flights.journal).drive(payment));
        Signature other = flights.landOtherwise(payment);
        flights.chain.expireBlockhashes();

        driveTwice(payment);

        assertTrue(flights.state(payment) instanceof SubmissionState.Confirmed confirmed && confirmed.id().equals(other));
    }

    @Test
    void whatLandedAndFailedUnderAnotherSignatureHasFailedUnderThatOne() {
        SubmissionRecord payment = flights.payment(100_000_000_000L);
        assertTrue(flights.chain.sendWithoutPreflight(flights.signedOtherwise(payment)).isRight());
        flights.chain.expireBlockhashes();

        driveTwice(payment);

        assertTrue(flights.state(payment) instanceof SubmissionState.Failed failed
                && !failed.id().equals(failed.transaction().signature()));
    }

    @Test
    void whatNobodyCanLookForStaysOpen() {
        SubmissionRecord payment = flights.payment(7);
        assertInstanceOf(Progress.Open.class, flights.driver(line(Line.LOST), flights.journal).drive(payment));
        flights.chain.expireBlockhashes();

        // Height and status are answered, the history is not.
        FaultyChain line = line(Line.GOOD, Line.GOOD, Line.LOST);
        assertInstanceOf(Progress.Open.class, flights.driver(line, flights.journal).drive(flights.record(payment.id())));

        assertInstanceOf(SubmissionState.Unknown.class, flights.state(payment));
    }

    @Test
    void aHistoryThatIsTooLongToSearchLeavesItUnknownForGood() {
        SubmissionRecord payment = flights.payment(7);
        assertInstanceOf(Progress.Open.class, flights.driver(line(Line.LOST), flights.journal).drive(payment));
        Array.range(0, Chain.MAX_HISTORY).forEach(i -> flights.chain.airdrop(flights.payer.address(), BaseUnits.of(1)));

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Forgotten.class, flights.state(payment));
    }

    @Test
    void whatLandedLongBeforeMakesNoHistoryTooLong() {
        Array.range(0, Chain.MAX_HISTORY).forEach(i -> flights.chain.airdrop(flights.payer.address(), BaseUnits.of(1)));
        flights.chain.advance(1);
        SubmissionRecord payment = flights.payment(7);
        assertInstanceOf(Progress.Open.class, flights.driver(line(Line.LOST), flights.journal).drive(payment));
        flights.chain.expireBlockhashes();

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Expired.class, flights.state(payment));
    }

    @Test
    void toDriveItAgainChangesNothing() {
        SubmissionRecord payment = flights.payment(7);
        Progress first = flights.driver().drive(payment);

        assertEquals(first, flights.driver().drive(flights.record(payment.id())));
        assertEquals(first, flights.driver().drive(payment), "from an old state");
        assertEquals(7, flights.shopHas());
    }

    /** The crash that matters most: the bytes have left, and nobody knows. */
    @Test
    void whoDiesAfterTheSendingLeavesItToTheNextToAsk() {
        SubmissionRecord payment = flights.payment(7);
        FaultyChain line = line(Fate.after(1), Line.GOOD);
        assertCrashes(line, payment);
        assertEquals(1, line.sent().size());
        assertInstanceOf(SubmissionState.Sent.class, flights.state(payment));

        FaultyChain next = line(Fate.never(), Line.GOOD);
        assertInstanceOf(
                Progress.Over.class, flights.driver(next, flights.journal).drive(flights.record(payment.id())));

        assertEquals(Array.empty(), next.sent(), "the chain had it");
        assertEquals(7, flights.shopHas());
    }

    @Test
    void aLostAnswerIsUnknownUntilTheChainIsAsked() {
        SubmissionRecord payment = flights.payment(7);
        assertInstanceOf(
                Progress.Open.class,
                flights.driver(line(Line.ANSWER_LOST, Line.LOST), flights.journal).drive(payment));
        assertInstanceOf(SubmissionState.Unknown.class, flights.state(payment));

        assertInstanceOf(Progress.Over.class, flights.driver().drive(flights.record(payment.id())));

        assertInstanceOf(SubmissionState.Confirmed.class, flights.state(payment));
        assertEquals(7, flights.shopHas());
    }

    @Test
    void whatGotLostOnTheWayIsSentAgainAsTheSameBytes() {
        SubmissionRecord payment = flights.payment(7);
        FaultyChain line = line(Line.LOST, Line.GOOD, Line.GOOD, Line.GOOD, Line.GOOD, Line.GOOD);
        assertInstanceOf(Progress.Open.class, flights.driver(line, flights.journal).drive(payment));
        assertInstanceOf(
                Progress.Open.class, flights.driver(line, flights.journal).drive(flights.record(payment.id())));

        assertEquals(2, line.sent().size());
        assertEquals(1, line.sent().distinct().size());
        assertInstanceOf(Progress.Over.class, flights.driver().drive(flights.record(payment.id())));
        assertEquals(7, flights.shopHas());
    }

    @Test
    void aNodeThatIsBehindDoesNotEndIt() {
        SubmissionRecord payment = flights.payment(7);
        assertInstanceOf(
                Progress.Open.class,
                flights.driver(line(Line.BEHIND, Line.GOOD, Line.GOOD), flights.journal).drive(payment));
        assertInstanceOf(SubmissionState.Sent.class, flights.state(payment));

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, flights.state(payment));
    }

    @Test
    void whatNeverArrivedExpiresWithItsBlockhashAndNotBefore() {
        SubmissionRecord payment = flights.payment(7);
        FaultyChain dead = line(Line.LOST, Line.GOOD, Line.GOOD);
        assertInstanceOf(Progress.Open.class, flights.driver(dead, flights.journal).drive(payment));
        flights.chain.expireBlockhashes();

        assertInstanceOf(Progress.Over.class, flights.driver().drive(flights.record(payment.id())));

        assertInstanceOf(SubmissionState.Expired.class, flights.state(payment));
        assertEquals(0, flights.shopHas());
    }

    @Test
    void whatLandedAndFailedSaysWhy() {
        SubmissionRecord payment = flights.payment(100_000_000_000L);
        SubmissionState.Signed signed = (SubmissionState.Signed) payment.state();
        assertTrue(flights.chain
                .sendWithoutPreflight(signed.flight().transaction().bytes())
                .isRight());

        assertInstanceOf(Progress.Over.class, flights.driver().drive(payment));

        assertTrue(
                flights.state(payment) instanceof SubmissionState.Failed failed
                        && failed.failure() instanceof TransactionFailure.InstructionFailed,
                () -> flights.state(payment).toString());
    }

    /** Money may still come, so it is not lost yet; and when it can't come any more, it is known why. */
    @Test
    void whatANodeObjectsToHasExpiredOnceItCannotLandAnyMore() {
        SubmissionRecord payment = flights.payment(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, flights.driver().drive(payment));
        Option<Objection> objection = ((SubmissionState.Sent) flights.state(payment)).flight().objection();
        assertInstanceOf(TransactionFailure.InstructionFailed.class, objection.get().failure());

        flights.chain.expireBlockhashes();
        driveTwice(payment);

        assertTrue(flights.state(payment) instanceof SubmissionState.Expired expired
                && expired.objection().equals(objection));
    }

    @Test
    void whatANodeObjectedToLandsOnceItCan() {
        SubmissionRecord payment = flights.payment(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, flights.driver().drive(payment));
        flights.chain.fund(flights.payer.address(), BaseUnits.of(200_000_000_000L));

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, flights.state(payment));
    }

    @Test
    void aNonceOutlivesEveryBlockhashAndExpiresOnceItIsUsedElsewhere() {
        SubmissionRecord payment = flights.paymentByNonce(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, flights.driver().drive(payment));
        flights.chain.expireBlockhashes();
        driveTwice(payment);
        assertInstanceOf(SubmissionState.Sent.class, flights.state(payment));

        flights.advanceNonce();
        driveTwice(payment);

        assertInstanceOf(SubmissionState.Expired.class, flights.state(payment));
    }

    @Test
    void aNonceThatItAdvancedItselfMeansThatItLanded() {
        SubmissionRecord payment = flights.paymentByNonce(7);
        assertCrashes(line(Fate.after(1), Line.GOOD), payment);
        flights.chain.expireBlockhashes();

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, flights.state(payment));
        assertEquals(7, flights.shopHas());
    }

    @Test
    void theSameTransactionIsTheSameSubmissionAndOtherwiseIsAnother() {
        Bytes message = Bytes.of((byte) 1);
        var id = SubmissionBook.idOf(new Tenant("acme"), Network.DEVNET, message);
        assertEquals(id, SubmissionBook.idOf(new Tenant("acme"), Network.DEVNET, message));
        assertNotEquals(id, SubmissionBook.idOf(new Tenant("acme"), Network.MAINNET, message));
        assertNotEquals(id, SubmissionBook.idOf(new Tenant("umbrella"), Network.DEVNET, message));
        assertNotEquals(id, SubmissionBook.idOf(new Tenant("acme"), Network.DEVNET, Bytes.of((byte) 2)));
    }

    @Test
    void itsMessageStaysInTheOutboxUntilItIsOver() {
        SubmissionRecord payment = flights.payment(100_000_000_000L);
        List<SubmissionRecord> ended = new ArrayList<>();
        SubmissionWork work = new SubmissionWork(
                flights.book(), HashMap.of(Network.DEVNET, flights.driver()), over -> {
            ended.add(over);
            return Option.none();
        });
        var delivery = flights.journal
                .outbox()
                .claim(new Claim(SubmissionBook.TOPIC, flights.now, 60, 1))
                .head();

        assertTrue(work.deliver(delivery).isDefined());
        assertEquals(List.of(), ended);
        flights.chain.expireBlockhashes();
        assertTrue(work.deliver(delivery).isEmpty());

        assertEquals(List.of(flights.record(payment.id())), ended);
    }

    @Test
    void aNetworkThatIsNotConfiguredHereIsLeftToOthers() {
        SubmissionRecord payment = flights.payment(7);
        SubmissionWork work = new SubmissionWork(flights.book(), HashMap.empty(), over -> Option.none());
        var delivery = flights.journal
                .outbox()
                .claim(new Claim(SubmissionBook.TOPIC, flights.now, 60, 1))
                .head();

        assertTrue(work.deliver(delivery).isDefined());
        assertInstanceOf(SubmissionState.Signed.class, flights.state(payment));
    }

    private void driveTwice(SubmissionRecord payment) {
        for (int i = 0; i < 2; i++) {
            var unused = flights.driver().drive(flights.record(payment.id()));
        }
    }

    private void assertCrashes(FaultyChain line, SubmissionRecord payment) {
        assertThrows(Crash.class, () -> flights.driver(line, flights.journal).drive(payment));
    }

    /** Each question in turn has this luck; when it is used up, all is lost. */
    private FaultyChain line(Line... lines) {
        return line(Fate.never(), lines);
    }

    private FaultyChain line(Fate fate, Line... lines) {
        Queue<Line> queue = new ArrayDeque<>(List.of(lines));
        return new FaultyChain(
                flights.chain, fate, () -> queue.isEmpty() ? Line.LOST : lines.length == 1 ? lines[0] : queue.remove(), sent -> {});
    }
}
