package dev.mandate.testkit.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.testkit.host.AdapterFault.Kind;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a host may rely on with its own adapters under the engine: chain, store, signer and clock together. Extend this class and return the host's
 * own set. The contracts of the single adapters come first: this one shows that they fit together.
 *
 * <p>Not asserted: how long a call takes, because nodes and disks differ. Nor that a fault is told in a certain way, because the contracts of the
 * ports say how. Nor what happens if a store goes back by more than a crash takes, because a host restores a backup by hand. Nor what people sign in
 * with, spending limits and durable nonces, because they take adapters that many hosts do not have.
 */
public abstract class CustodyContract {

    private static final int MOST_REPETITIONS = 5;
    private static final int MOST_CALLS = 200;
    private static final int RACES = 4;
    /** A blockhash lives for about a minute, in steps. */
    private static final int LOOKS = 5;
    private static final long SECONDS_BETWEEN_LOOKS = 12;

    private Option<HostFixture> made = Option.none();

    /** Returns a host for one test, whose journal is empty. */
    protected abstract HostUnderTest fresh();

    @BeforeEach
    final void makeTheAccount() {
        made = Option.some(new HostFixture(fresh()));
    }

    private HostFixture fixture() {
        return made.get();
    }

    private HostUnderTest host() {
        return fixture().host;
    }

    // Reads

    @Test
    final void readsAgreeWithWhatLanded() {
        Address account = fixture().account;
        Custody custody = fixture().custody();
        for (int lamports = 1; lamports <= 3; lamports++) {
            Address receiver = fixture().receiver();
            assertEquals(host().lamports(account), HostFixture.answered(custody.account(account)).balance());

            Submission landed = fixture().lands(fixture().payment(receiver, lamports), "read/" + lamports).last();

            assertEquals(lamports, fixture().received(receiver));
            assertEquals(host().lamports(account), HostFixture.answered(custody.account(account)).balance());
            assertInstanceOf(
                    Proposal.Executed.class,
                    HostFixture.answered(custody.transaction(account, lamports)).transaction().proposal().get());
            assertEquals(Option.some(landed), custody.submission(landed.id()));
            assertEquals(
                    Array.of(landed.signature()),
                    HostFixture.answered(custody.transfers(account, TransferQuery.newest(1)))
                            .transfers()
                            .map(Transfer::signature)
                            .toArray());
        }
    }

    @Test
    final void aChangeOfSettingsIsReadByEachInstanceAtOnce() {
        Custody other = fixture().custody();
        assertEquals(TimeLock.NONE, HostFixture.answered(other.account(fixture().account)).settings().timeLock());
        assertEquals(1, fixture().lands(timeLock(60), "settings").length());
        assertEquals(new TimeLock(60), HostFixture.answered(other.account(fixture().account)).settings().timeLock());
    }

    private BuildRequest timeLock(int seconds) {
        return new BuildRequest.ChangeSettings(
                fixture().account,
                Array.of(new SettingsEdit.SetTimeLock(new TimeLock(seconds))),
                new Authority.Vote(fixture().signers()),
                LeaversLimits.REFUSE,
                fixture().options());
    }

    // Refusals

    /** Transactions are built and signed, then others land. What is not built any more is refused when it is submitted, and what is built lands. */
    @Test
    final void whatIsBuiltAndWhatIsSubmittedAreRefusedAlike() {
        RefusalWalk walk = new RefusalWalk(fixture()).played();
        assertEquals(Array.empty(), walk.differences());
        assertTrue(walk.refused() > 5, () -> "refused both ways: " + walk.refused());
    }

    @Test
    final void theSignerSignsWhatWasBuiltForEachOfItsAddresses() {
        Custody custody = fixture().custody();
        UnsignedTransaction unsigned =
                HostFixture.built(custody, fixture().payment(fixture().receiver(), 1)).single().unsigned();
        Map<Address, Signature> given = fixture().signatures(unsigned);
        assertEquals(unsigned.signers().toSet(), given.keySet());

        Either<SubmissionRefusal, Submission> lacking = fixture().submit(custody, unsigned, given.remove(host().second()));
        assertEquals(Either.left(new SubmissionRefusal.SignaturesMissing(Array.of(host().second()))), lacking);

        Submission submitted = fixture().submit(custody, unsigned, given)
                .getOrElseThrow(refusal -> new AssertionError("not taken: " + refusal));
        assertInstanceOf(Submission.State.Confirmed.class, submitted.state());
    }

    // Paid once

    @ParameterizedTest
    @EnumSource(Kind.class)
    final void aPaymentLandsOnceDespiteAFaultAtAnyCall(Kind kind) {
        int calls = 0;
        for (boolean over = false; !over; calls++) {
            AdapterFault fault = new AdapterFault(kind, calls);
            Address receiver = fixture().receiver();
            BuildRequest payment = fixture().payment(receiver, 1);
            String key = kind + "/" + calls;

            Option<Array<Submission>> landed = meets(fault, payment, key);
            for (int i = 0; i < MOST_REPETITIONS && landed.isEmpty(); i++) {
                landed = fixture().submitted(fixture().custody(), host().adapters(), payment, key).toOption();
            }

            String when = kind + " at call " + calls;
            assertTrue(landed.isDefined(), () -> "not landed after " + when);
            assertEquals(1, fixture().received(receiver), "paid after " + when);
            assertEquals(landed.get(), fixture().lands(payment, key), "repeated after " + when);
            assertEquals(1, fixture().received(receiver), "repeated after " + when);
            over = !fault.isOver();
            assertTrue(calls < MOST_CALLS, "a payment takes too many calls");
        }
        assertTrue(calls > 5, "calls: " + calls);
    }

    /** The first try, and what is known after it: none after a fault, and after a death. */
    private Option<Array<Submission>> meets(AdapterFault fault, BuildRequest payment, String key) {
        HostAdapters faulty = fault.in(host().adapters());
        TransactionPlan plan = HostFixture.built(fixture().custody(), payment);
        try {
            Either<PlanRefusal, Array<Submission>> answer =
                    host().custody(faulty).submitAll(plan, fixture().signer(faulty), new IdempotencyKey(key));
            return answer.toOption();
        } catch (ProcessDeath dead) {
            host().crash();
        } catch (JournalUnavailableException untold) {
            // The client repeats its request.
        }
        return Option.none();
    }

    @Test
    final void twoInstancesThatTakeTheSameRequestPayOnce() throws InterruptedException, ExecutionException {
        try (ExecutorService clients = Executors.newFixedThreadPool(2)) {
            for (int race = 0; race < RACES; race++) {
                Address receiver = fixture().receiver();
                BuildRequest payment = fixture().payment(receiver, 1);
                String key = "race/" + race;
                Array<Callable<Either<PlanRefusal, Array<Submission>>>> instances = Array.of(client(payment, key), client(payment, key));
                Array<Future<Either<PlanRefusal, Array<Submission>>>> both = Array.ofAll(clients.invokeAll(instances.asJava()));

                Array<Array<Submission>> landed = Array.of(both.head().get(), both.last().get()).flatMap(Either::toOption);
                assertEquals(1, fixture().received(receiver));
                assertTrue(landed.forAll(fixture().lands(payment, key)::equals), () -> "they know of different payments: " + landed);
            }
        }
    }

    /** An instance with a transaction of its own. */
    private Callable<Either<PlanRefusal, Array<Submission>>> client(BuildRequest payment, String key) {
        Custody custody = fixture().custody();
        TransactionPlan plan = HostFixture.built(custody, payment);
        host().control().advance(1);
        return () -> custody.submitAll(plan, fixture().signer(host().adapters()), new IdempotencyKey(key));
    }

    // Keys

    @Test
    final void theSameKeyHasTheSameAnswerAndPaysOnce() {
        Address receiver = fixture().receiver();
        BuildRequest payment = fixture().payment(receiver, 1);
        Array<Submission> landed = fixture().lands(payment, "rent/May");

        assertEquals(landed, fixture().lands(payment, "rent/May"));
        host().control().advance(SECONDS_BETWEEN_LOOKS * LOOKS);
        host().crash();
        assertEquals(landed, fixture().lands(payment, "rent/May"));
        assertEquals(1, fixture().received(receiver));

        assertEquals(
                Either.left(new PlanRefusal.NotTaken(Array.empty(), new SubmissionRefusal.KeyReused())),
                fixture().submitted(fixture().custody(), host().adapters(), fixture().payment(receiver, 2), "rent/May"));
        assertNotEquals(landed, fixture().lands(payment, "rent/June"));
        assertEquals(2, fixture().received(receiver));
    }

    @Test
    final void whatWasAnsweredIsKnownAfterACrash() {
        Address receiver = fixture().receiver();
        Submission sent = sentInVain(receiver).submission();

        host().crash();

        assertEquals(Option.some(sent), fixture().custody().submission(sent.id()));
        assertEquals(0, fixture().received(receiver));
    }

    // States

    /** A transaction that never arrived is not told as landed, and what is told as expired cannot land. */
    @Test
    final void whatIsToldExpiredNeverLands() {
        Address receiver = fixture().receiver();
        SentInVain sent = sentInVain(receiver);
        for (int look = 0; look < LOOKS; look++) {
            host().control().advance(SECONDS_BETWEEN_LOOKS);
            Submission.State state = stateWithoutSending(sent.submission());
            if (state instanceof Submission.State.Expired) {
                var unused = host().adapters().chain().send(sent.bytes());
                assertEquals(0, fixture().received(receiver), "landed after " + state);
            }
        }
        host().control().expireBlockhashes();
        assertInstanceOf(Submission.State.Expired.class, stateWithoutSending(sent.submission()));
    }

    @Test
    final void whatIsToldConfirmedHasLanded() {
        Address receiver = fixture().receiver();
        SentInVain sent = sentInVain(receiver);
        assertFalse(stateWithoutSending(sent.submission()) instanceof Submission.State.Confirmed, "told as landed, and never arrived");

        assertTrue(host().adapters().chain().send(sent.bytes()).isRight());

        assertEquals(1, fixture().received(receiver));
        assertInstanceOf(Submission.State.Confirmed.class, stateWithoutSending(sent.submission()), "it has landed");
    }

    /** A payment that was taken and whose bytes never arrived. */
    private record SentInVain(Submission submission, Bytes bytes) {}

    private SentInVain sentInVain(Address receiver) {
        UnsignedTransaction unsigned =
                HostFixture.built(fixture().custody(), fixture().payment(receiver, 1)).single().unsigned();
        Map<Address, Signature> signatures = fixture().signatures(unsigned);
        Submission sent = fixture().submit(silent(), unsigned, signatures)
                .getOrElseThrow(refusal -> new AssertionError("not taken: " + refusal));
        return new SentInVain(sent, HostFixture.signed(unsigned, signatures));
    }

    /** An instance whose transactions never arrive. */
    private Custody silent() {
        return host().custody(AdapterFault.withoutSending(host().adapters()));
    }

    /** What such an instance finds out. */
    private Submission.State stateWithoutSending(Submission of) {
        return silent().awaitFinal(of.id()).get().state();
    }

    // Time

    @Test
    final void timeNeverGoesBack() {
        Array<UnixTime> read = Array.of(host().adapters().clock().now());
        for (int lamports = 1; lamports <= 3; lamports++) {
            Submission landed = fixture().lands(fixture().payment(fixture().receiver(), lamports), "time/" + lamports).last();
            read = read.append(landed.at()).append(host().adapters().clock().now());
            host().control().advance(1);
            host().crash();
            read = read.append(host().adapters().clock().now());
        }
        assertEquals(read.sorted(Comparator.comparingLong(UnixTime::seconds)), read);
    }
}
