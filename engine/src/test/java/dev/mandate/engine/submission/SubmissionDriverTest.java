package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.AlteredChain;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import dev.mandate.ports.spi.outbox.Claim;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SubmissionDriverTest {

    private final SubmissionFixture fixture = new SubmissionFixture();

    @Test
    void anAcceptedTransactionIsConfirmed() {
        SubmissionRecord payment = fixture.payment(7);

        assertInstanceOf(Progress.Over.class, fixture.driver().drive(payment));

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
        assertEquals(7, fixture.shopHas());
    }

    /** Whoever pays can sign the same message once more, and send that: to call the payment failed would be to ask for another one. */
    @Test
    void aLandingUnderAnotherSignatureIsConfirmed() {
        SubmissionRecord payment = fixture.payment(7);
        Signature other = fixture.landOtherwise(payment);

        assertInstanceOf(Progress.Over.class, fixture.driver().drive(payment));

        assertTrue(fixture.state(payment) instanceof SubmissionState.Confirmed confirmed && confirmed.id().equals(other));
        assertEquals(7, fixture.shopHas());
    }

    @Test
    void alsoIfNoNodeSaidThatItWasProcessed() {
        SubmissionRecord payment = fixture.payment(7);
        assertInstanceOf(Progress.Open.class, fixture.driver(line(Line.LOST), fixture.journal).drive(payment));
        Signature other = fixture.landOtherwise(payment);
        fixture.chain.expireBlockhashes();

        driveTwice(payment);

        assertTrue(fixture.state(payment) instanceof SubmissionState.Confirmed confirmed && confirmed.id().equals(other));
    }

    @Test
    void alsoIfItLivesByANonceWhichThatUsedUp() {
        SubmissionRecord payment = fixture.paymentByNonce(7);
        assertInstanceOf(Progress.Open.class, fixture.driver(line(Line.LOST), fixture.journal).drive(payment));
        Signature other = fixture.landOtherwise(payment);
        // The nonce account's history can be searched, although the payer's is too long.
        Array.range(0, Chain.MAX_HISTORY).forEach(i -> fixture.chain.airdrop(fixture.payer.address(), BaseUnits.of(1)));
        fixture.chain.expireBlockhashes();

        driveTwice(payment);

        assertTrue(fixture.state(payment) instanceof SubmissionState.Confirmed confirmed && confirmed.id().equals(other));
    }

    @Test
    void aFailureUnderAnotherSignatureIsRecorded() {
        SubmissionRecord payment = fixture.payment(100_000_000_000L);
        assertTrue(fixture.chain.sendWithoutPreflight(fixture.signedOtherwise(payment)).isRight());
        fixture.chain.expireBlockhashes();

        driveTwice(payment);

        assertTrue(fixture.state(payment) instanceof SubmissionState.Failed failed
                && !failed.id().equals(failed.transaction().signature()));
    }

    @Test
    void aTransactionStaysOpenIfTheHistoryCannotBeRead() {
        SubmissionRecord payment = fixture.payment(7);
        assertInstanceOf(Progress.Open.class, fixture.driver(line(Line.LOST), fixture.journal).drive(payment));
        fixture.chain.expireBlockhashes();

        // Status and blockhash are answered, the history is not.
        FaultyChain line = line(Line.GOOD, Line.GOOD, Line.LOST);
        assertInstanceOf(Progress.Open.class, fixture.driver(line, fixture.journal).drive(fixture.record(payment.id())));

        assertInstanceOf(SubmissionState.Unknown.class, fixture.state(payment));
    }

    @Test
    void aHistoryThatIsTooLongToSearchLeavesItUnknownForGood() {
        SubmissionRecord payment = fixture.payment(7);
        assertInstanceOf(Progress.Open.class, fixture.driver(line(Line.LOST), fixture.journal).drive(payment));
        Array.range(0, Chain.MAX_HISTORY).forEach(i -> fixture.chain.airdrop(fixture.payer.address(), BaseUnits.of(1)));

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Indeterminate.class, fixture.state(payment));
    }

    @Test
    void olderTransactionsDoNotMakeTheHistoryTooLong() {
        Array.range(0, Chain.MAX_HISTORY).forEach(i -> fixture.chain.airdrop(fixture.payer.address(), BaseUnits.of(1)));
        fixture.chain.advance(1);
        SubmissionRecord payment = fixture.payment(7);
        assertInstanceOf(Progress.Open.class, fixture.driver(line(Line.LOST), fixture.journal).drive(payment));
        fixture.chain.expireBlockhashes();

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Expired.class, fixture.state(payment));
    }

    @Test
    void toDriveItAgainChangesNothing() {
        SubmissionRecord payment = fixture.payment(7);
        Progress first = fixture.driver().drive(payment);

        assertEquals(first, fixture.driver().drive(fixture.record(payment.id())));
        assertEquals(first, fixture.driver().drive(payment), "from an old state");
        assertEquals(7, fixture.shopHas());
    }

    /** The crash that matters most: the bytes have left, and nobody knows. */
    @Test
    void aCrashAfterSendingIsResolvedByReadingTheStatus() {
        SubmissionRecord payment = fixture.payment(7);
        FaultyChain line = line(ProcessFault.after(1), Line.GOOD);
        assertCrashes(line, payment);
        assertEquals(1, line.sent().size());
        assertInstanceOf(SubmissionState.Sent.class, fixture.state(payment));

        FaultyChain next = line(ProcessFault.never(), Line.GOOD);
        assertInstanceOf(
                Progress.Over.class, fixture.driver(next, fixture.journal).drive(fixture.record(payment.id())));

        assertEquals(Array.empty(), next.sent(), "the chain had it");
        assertEquals(7, fixture.shopHas());
    }

    @Test
    void aLostAnswerIsUnknownUntilTheChainIsAsked() {
        SubmissionRecord payment = fixture.payment(7);
        assertInstanceOf(
                Progress.Open.class,
                fixture.driver(line(Line.ANSWER_LOST, Line.LOST), fixture.journal).drive(payment));
        assertInstanceOf(SubmissionState.Unknown.class, fixture.state(payment));

        assertInstanceOf(Progress.Over.class, fixture.driver().drive(fixture.record(payment.id())));

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
        assertEquals(7, fixture.shopHas());
    }

    @Test
    void aLostTransactionIsResentAsTheSameBytes() {
        SubmissionRecord payment = fixture.payment(7);
        FaultyChain line = line(Line.LOST, Line.GOOD, Line.GOOD, Line.GOOD, Line.GOOD, Line.GOOD);
        assertInstanceOf(Progress.Open.class, fixture.driver(line, fixture.journal).drive(payment));
        assertInstanceOf(
                Progress.Open.class, fixture.driver(line, fixture.journal).drive(fixture.record(payment.id())));

        assertEquals(2, line.sent().size());
        assertEquals(1, line.sent().distinct().size());
        assertInstanceOf(Progress.Over.class, fixture.driver().drive(fixture.record(payment.id())));
        assertEquals(7, fixture.shopHas());
    }

    @Test
    void aNodeThatIsBehindDoesNotEndIt() {
        SubmissionRecord payment = fixture.payment(7);
        assertInstanceOf(
                Progress.Open.class,
                fixture.driver(line(Line.BEHIND, Line.GOOD, Line.GOOD), fixture.journal).drive(payment));
        assertInstanceOf(SubmissionState.Sent.class, fixture.state(payment));

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
    }

    @Test
    void aLostTransactionExpiresWithItsBlockhash() {
        SubmissionRecord payment = fixture.payment(7);
        FaultyChain dead = line(Line.LOST, Line.GOOD, Line.GOOD);
        assertInstanceOf(Progress.Open.class, fixture.driver(dead, fixture.journal).drive(payment));
        fixture.chain.expireBlockhashes();

        assertInstanceOf(Progress.Over.class, fixture.driver().drive(fixture.record(payment.id())));

        assertInstanceOf(SubmissionState.Expired.class, fixture.state(payment));
        assertEquals(0, fixture.shopHas());
    }

    @Test
    void aFailedTransactionStatesItsFailure() {
        SubmissionRecord payment = fixture.payment(100_000_000_000L);
        SubmissionState.Signed signed = (SubmissionState.Signed) payment.state();
        assertTrue(fixture.chain
                .sendWithoutPreflight(signed.pending().transaction().bytes())
                .isRight());

        assertInstanceOf(Progress.Over.class, fixture.driver().drive(payment));

        assertTrue(
                fixture.state(payment) instanceof SubmissionState.Failed failed
                        && failed.failure() instanceof TransactionFailure.InstructionFailed,
                () -> fixture.state(payment).toString());
    }

    /** The client may pay anew after a failure. After a fork the same bytes may succeed. */
    @Test
    void aFailureThatAForkMayTakeBackIsNoEnd() {
        SubmissionRecord payment = fixture.payment(100_000_000_000L);
        Bytes bytes = ((SubmissionState.Signed) payment.state()).pending().transaction().bytes();
        fixture.chain.delayFinality();
        assertTrue(fixture.chain.sendWithoutPreflight(bytes).isRight());
        driveTwice(payment);
        assertFalse(fixture.state(payment) instanceof SubmissionState.Final, () -> fixture.state(payment).toString());

        fixture.chain.fork();
        fixture.chain.fund(fixture.payer.address(), BaseUnits.of(200_000_000_000L));
        driveTwice(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
    }

    @Test
    void aFailureIsTheEndOnceItIsFinal() {
        SubmissionRecord payment = fixture.payment(100_000_000_000L);
        fixture.chain.delayFinality();
        assertTrue(fixture.chain
                .sendWithoutPreflight(((SubmissionState.Signed) payment.state()).pending().transaction().bytes())
                .isRight());
        driveTwice(payment);
        fixture.chain.finalizeAll();

        assertInstanceOf(Progress.Over.class, fixture.driver().drive(fixture.record(payment.id())));

        assertInstanceOf(SubmissionState.Failed.class, fixture.state(payment));
    }

    /** A fork takes back what used the nonce elsewhere. */
    @Test
    void aNonceThatAForkMayGiveBackIsNotOver() {
        SubmissionRecord payment = fixture.paymentByNonce(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, fixture.driver().drive(payment));
        fixture.chain.expireBlockhashes();
        fixture.chain.delayFinality();
        fixture.advanceNonce();
        driveTwice(payment);
        assertInstanceOf(SubmissionState.Sent.class, fixture.state(payment));

        fixture.chain.fork();
        fixture.chain.fund(fixture.payer.address(), BaseUnits.of(200_000_000_000L));
        driveTwice(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
    }

    @Test
    void aNonceThatAForkGaveBackWhileItWasLookedForIsNotOver() {
        SubmissionRecord payment = fixture.paymentByNonce(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, fixture.driver().drive(payment));
        fixture.chain.expireBlockhashes();
        fixture.chain.delayFinality();
        fixture.advanceNonce();
        AtomicInteger searches = new AtomicInteger();
        Chain forking = new AlteredChain(fixture.chain, "history", asked -> {
                    if (searches.getAndIncrement() == 0) {
                        fixture.chain.fork();
                    }
                    return fixture.chain.history((Address) asked[0], Option.none(), (int) asked[2]);
                })
                .chain();

        assertInstanceOf(Progress.Open.class, fixture.driver(forking, fixture.journal).drive(payment));
        assertInstanceOf(SubmissionState.Sent.class, fixture.state(payment));
    }

    @Test
    void aFailureWithoutAStatusIsFinalOnlyOnceItIsOld() {
        SubmissionRecord payment = fixture.paymentByNonce(100_000_000_000L);
        fixture.chain.expireBlockhashes();
        assertTrue(fixture.chain
                .sendWithoutPreflight(((SubmissionState.Signed) payment.state()).pending().transaction().bytes())
                .isRight());
        Chain without = new AlteredChain(
                        fixture.chain, "statuses", asked -> Either.right(Array.ofAll((Seq<?>) asked[0]).map(any -> Option.none())))
                .chain();
        Chain forgetful = new AlteredChain(
                        without, "statusAtHeight", asked -> fixture.chain.blockHeight().map(height -> new StatusAtHeight(height, Option.none())))
                .chain();

        assertInstanceOf(Progress.Open.class, fixture.driver(forgetful, fixture.journal).drive(payment));
        fixture.chain.advance(60);
        assertInstanceOf(Progress.Over.class, fixture.driver(forgetful, fixture.journal).drive(fixture.record(payment.id())));

        assertInstanceOf(SubmissionState.Failed.class, fixture.state(payment));
    }

    /** What advanced the nonce, and the nonce's history, may not be known to a node yet. */
    @Test
    void aNonceThatAForkMayGiveBackIsNotOverWhereNoHistoryShowsItsAdvance() {
        SubmissionRecord payment = fixture.paymentByNonce(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, fixture.driver().drive(payment));
        fixture.chain.expireBlockhashes();
        fixture.chain.delayFinality();
        fixture.advanceNonce();
        Chain behind = new AlteredChain(fixture.chain, "history", asked -> Either.right(Option.some(Array.empty()))).chain();

        assertInstanceOf(Progress.Open.class, fixture.driver(behind, fixture.journal).drive(payment));
        assertInstanceOf(SubmissionState.Sent.class, fixture.state(payment));
    }

    /** Money may still come, so it is not lost yet; and when it can't come any more, it is known why. */
    @Test
    void aRejectedTransactionExpiresOnceItCannotLand() {
        SubmissionRecord payment = fixture.payment(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, fixture.driver().drive(payment));
        Option<NodeRejection> rejection = ((SubmissionState.Sent) fixture.state(payment)).pending().rejection();
        assertInstanceOf(TransactionFailure.InstructionFailed.class, rejection.get().failure());

        fixture.chain.expireBlockhashes();
        driveTwice(payment);

        assertTrue(fixture.state(payment) instanceof SubmissionState.Expired expired
                && expired.rejection().equals(rejection));
    }

    @Test
    void aRejectedTransactionLandsOnceItCan() {
        SubmissionRecord payment = fixture.payment(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, fixture.driver().drive(payment));
        fixture.chain.fund(fixture.payer.address(), BaseUnits.of(200_000_000_000L));

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
    }

    @Test
    void aNonceOutlivesEveryBlockhashAndExpiresOnceItIsUsedElsewhere() {
        SubmissionRecord payment = fixture.paymentByNonce(100_000_000_000L);
        assertInstanceOf(Progress.Open.class, fixture.driver().drive(payment));
        fixture.chain.expireBlockhashes();
        driveTwice(payment);
        assertInstanceOf(SubmissionState.Sent.class, fixture.state(payment));

        fixture.advanceNonce();
        driveTwice(payment);

        assertInstanceOf(SubmissionState.Expired.class, fixture.state(payment));
    }

    @Test
    void aNonceThatItAdvancedItselfMeansThatItLanded() {
        SubmissionRecord payment = fixture.paymentByNonce(7);
        assertCrashes(line(ProcessFault.after(1), Line.GOOD), payment);
        fixture.chain.expireBlockhashes();

        driveTwice(payment);

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
        assertEquals(7, fixture.shopHas());
    }

    @Test
    void theSameTransactionIsTheSameSubmissionAndOtherwiseIsAnother() {
        Bytes message = Bytes.of((byte) 1);
        SubmissionId id = id("acme", Network.DEVNET, message);
        assertEquals(id, id("acme", Network.DEVNET, message));
        assertNotEquals(id, id("acme", Network.MAINNET, message));
        assertNotEquals(id, id("umbrella", Network.DEVNET, message));
        assertNotEquals(id, id("acme", Network.DEVNET, Bytes.of((byte) 2)));
    }

    private SubmissionId id(String tenant, Network network, Bytes message) {
        return new SubmissionRepository(new TenantJournal(fixture.journal, () -> fixture.now, new Tenant(tenant), network)).id(message);
    }

    @Test
    void itsMessageStaysInTheOutboxUntilItIsOver() {
        SubmissionRecord payment = fixture.payment(100_000_000_000L);
        List<SubmissionRecord> ended = new ArrayList<>();
        SubmissionWork work = new SubmissionWork(
                fixture.journal, (tenant, network) -> Option.some(fixture.driver()), over -> {
            ended.add(over);
            return Option.none();
        });
        var delivery = fixture.journal
                .outbox()
                .claim(Claim.of(SubmissionRepository.TOPIC, fixture.now, 60))
                .get();

        assertTrue(work.deliver(delivery).isDefined());
        assertEquals(List.of(), ended);
        fixture.chain.expireBlockhashes();
        assertTrue(work.deliver(delivery).isEmpty());

        assertEquals(List.of(fixture.record(payment.id())), ended);
    }

    @Test
    void aNetworkThatIsNotConfiguredHereIsLeftToOthers() {
        SubmissionRecord payment = fixture.payment(7);
        SubmissionWork work = new SubmissionWork(fixture.journal, (tenant, network) -> Option.none(), over -> Option.none());
        var delivery = fixture.journal
                .outbox()
                .claim(Claim.of(SubmissionRepository.TOPIC, fixture.now, 60))
                .get();

        assertTrue(work.deliver(delivery).isDefined());
        assertInstanceOf(SubmissionState.Signed.class, fixture.state(payment));
    }

    private void driveTwice(SubmissionRecord payment) {
        for (int i = 0; i < 2; i++) {
            var unused = fixture.driver().drive(fixture.record(payment.id()));
        }
    }

    private void assertCrashes(FaultyChain line, SubmissionRecord payment) {
        assertThrows(Crash.class, () -> fixture.driver(line, fixture.journal).drive(payment));
    }

    /** Each question in turn has this luck; when it is used up, all is lost. */
    private FaultyChain line(Line... lines) {
        return line(ProcessFault.never(), lines);
    }

    private FaultyChain line(ProcessFault fate, Line... lines) {
        Queue<Line> queue = new ArrayDeque<>(List.of(lines));
        return new FaultyChain(
                fixture.chain, fate, () -> queue.isEmpty() ? Line.LOST : lines.length == 1 ? lines[0] : queue.remove(), sent -> {});
    }
}
