package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.SubmissionFailures;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A plan's steps land one after another, each of them once, whatever becomes of the process. */
class SubmitAllTest extends SplitRequestFixture {

    private static final IdempotencyKey KEY = new IdempotencyKey("rent/May");

    @Test
    void landsTheStepsInOrder() {
        TransactionPlan plan = large();

        Array<Submission> landed = fixture.custody.submitAll(plan, fixture.keys(), KEY).get();

        assertEquals(5, landed.length());
        assertEquals(messages(plan), landedMessages(plan));
        assertInstanceOf(Proposal.Executed.class, fixture.proposal(account, 1));
        assertEquals(Either.right(landed), fixture.custody.submitAll(plan, fixture.keys(), KEY));
    }

    @Tag("counted")
    @Test
    void eachStepLandsOnceDespiteACrashAnywhere() {
        int deaths = 0;
        for (boolean dead = true; dead; deaths += TestExtent.stride(5)) {
            SubmitAllTest trial = new SubmitAllTest();
            TransactionPlan plan = trial.large();
            dead = trial.diesAfter(deaths, plan);

            Either<PlanRefusal, Array<Submission>> landed = trial.fixture.custody.submitAll(plan, trial.fixture.keys(), KEY);

            assertTrue(landed.isRight(), landed::toString);
            assertEquals(messages(plan), trial.landedMessages(plan), "died after " + deaths);
        }
        assertTrue(deaths > 40, "deaths: " + deaths);
    }

    /** Who comes back from a crash has no plan any more, and builds another one: with another blockhash, and for another index. */
    @Test
    void aRebuiltPlanPaysOnceDespiteACrashAnywhere() {
        int deaths = 0;
        for (boolean dead = true; dead; deaths++) {
            SubmitAllTest trial = new SubmitAllTest();
            dead = trial.diesAfter(deaths, trial.payment());
            trial.fixture.pass(1);

            Either<PlanRefusal, Array<Submission>> landed =
                    trial.fixture.custody.submitAll(trial.payment(), trial.fixture.keys(), KEY);

            assertTrue(landed.isRight(), landed::toString);
            assertEquals(10 * EngineFixture.SOL + 1, trial.fixture.ledger.lamports(trial.shop), "died after " + deaths);
        }
        assertTrue(deaths > 10, "deaths: " + deaths);
    }

    @Test
    void aPlanOfOtherStepsIsAnotherRequest() {
        Array<Submission> landed = fixture.custody.submitAll(payment(), fixture.keys(), KEY).get();

        assertEquals(
                Either.left(new PlanRefusal.NotTaken(Array.empty(), new SubmissionRefusal.KeyReused())),
                fixture.custody.submitAll(large(), fixture.keys(), KEY));
        assertEquals(Either.right(landed), fixture.custody.submitAll(payment(), fixture.keys(), KEY));
    }

    /** Its steps are alike: to call it done would be a lie. */
    @Test
    void aPlanForAnotherRequestIsAnotherRequest() {
        Array<Submission> landed = fixture.custody.submitAll(payment(), fixture.keys(), KEY).get();
        TransactionPlan another = fixture.builds(prepare(account, ClientTransactions.transfer(account, shop, 2), ann, bob));

        assertEquals(
                Either.left(new PlanRefusal.NotTaken(Array.empty(), new SubmissionRefusal.KeyReused())),
                fixture.custody.submitAll(another, fixture.keys(), KEY));
        assertEquals(Either.right(landed), fixture.custody.submitAll(payment(), fixture.keys(), KEY));
        assertTrue(fixture.custody.submitAll(another, fixture.keys(), new IdempotencyKey("rent/June")).isRight());
    }

    @Test
    void stopsAtTheFirstThatWouldFail() {
        TransactionPlan plan = large();
        fixture.lands(propose(account, ClientTransactions.transfer(account, shop, 1), cem));

        PlanRefusal stopped = fixture.custody.submitAll(plan, fixture.keys(), KEY).getLeft();

        assertEquals(2, stopped.landed().length());
        assertTrue(
                stopped instanceof PlanRefusal.NotTaken(var landed, SubmissionRefusal.Reviewed(var finding))
                        && finding.equals(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1))),
                stopped::toString);
        assertEquals(messages(plan).take(2), landedMessages(plan));
    }

    @Test
    void stopsAtTheFirstThatDoesNotLand() {
        TransactionPlan plan = large();
        AtomicReference<Line> line = new AtomicReference<>(Line.GOOD);
        Custody broken = EngineFixture.engine(
                new FaultyChain(fixture.chain(), ProcessFault.never(), line::get, sent -> line.set(Line.LOST)), fixture.journal());

        PlanRefusal stopped = broken.submitAll(plan, fixture.keys(), KEY).getLeft();

        assertTrue(
                stopped instanceof PlanRefusal.NotLanded(var landed, Submission step)
                        && landed.isEmpty()
                        && step.state() instanceof Submission.State.Unknown,
                stopped::toString);
        assertTrue(fixture.custody.submitAll(plan, fixture.keys(), KEY).isRight());
        assertEquals(messages(plan), landedMessages(plan));
    }

    @Test
    void submittedStepsAreNotSignedAgain() {
        TransactionPlan plan = large();
        Array<Submission> landed = fixture.custody.submitAll(plan, fixture.keys(), KEY).get();

        assertEquals(
                Either.right(landed),
                fixture.custody.submitAll(
                        plan,
                        unsigned -> {
                            throw new AssertionError("asked to sign " + unsigned);
                        },
                        KEY));
    }

    @Test
    void missingSignersAreNamed() {
        assertEquals(
                Either.left(new PlanRefusal.NotTaken(
                        Array.empty(), new SubmissionRefusal.SignaturesMissing(Array.of(payer, ann, bob)))),
                fixture.custody.submitAll(payment(), KeyRing.of(), KEY));
    }

    @Test
    void aSignerMayAnswerLater() {
        TransactionPlan plan = payment();

        assertTrue(fixture.custody
                .submitAll(plan, unsigned -> CompletableFuture.supplyAsync(() -> unsigned).thenCompose(fixture.keys()::sign), KEY)
                .isRight());
    }

    static Stream<Arguments> failingSigners() {
        TransactionSigner late = unsigned -> CompletableFuture.failedStage(new TimeoutException("two of three answered"));
        TransactionSigner cancelled = unsigned -> {
            CompletableFuture<Map<Address, Signature>> given = new CompletableFuture<>();
            given.cancel(true);
            return given;
        };
        TransactionSigner throwing = unsigned -> {
            throw new IllegalStateException("no session with the HSM");
        };
        return Stream.of(
                arguments(late, "java.util.concurrent.TimeoutException: two of three answered"),
                arguments(cancelled, "java.util.concurrent.CancellationException"),
                arguments(throwing, "java.lang.IllegalStateException: no session with the HSM"));
    }

    @ParameterizedTest
    @MethodSource("failingSigners")
    void whenTheSignerFailsNothingIsSentAndARepetitionLands(TransactionSigner failing, String why) {
        TransactionPlan plan = payment();

        Either<PlanRefusal, ?> refused = fixture.custody.submitAll(plan, failing, KEY);
        if (refused.getLeft() instanceof PlanRefusal.NotTaken(var landed, SubmissionRefusal.VaultSilent(VaultFault.Unavailable fault))) {
            assertEquals(Array.empty(), landed);
            assertEquals("the signer failed: " + why, fault.detail());
            assertEquals(Option.some(why), fault.cause().map(Throwable::toString));
        } else {
            throw new AssertionError(refused);
        }
        assertEquals(Array.empty(), landedMessages(plan));
        assertTrue(fixture.custody.submitAll(plan, fixture.keys(), KEY).isRight());
    }

    @SuppressWarnings("NullAway") // a host's signer that breaks its contract
    static Stream<TransactionSigner> signersOfNull() {
        Map<Address, Signature> noSignature = new HashMap<>();
        noSignature.put(Address.ZERO, null);
        return Stream.of(
                unsigned -> null,
                unsigned -> CompletableFuture.completedFuture(null),
                unsigned -> CompletableFuture.completedFuture(noSignature));
    }

    @ParameterizedTest
    @MethodSource("signersOfNull")
    void aSignerThatAnswersNullHasNotSigned(TransactionSigner signer) {
        PlanRefusal refused = fixture.custody.submitAll(payment(), signer, KEY).getLeft();

        assertEquals(ErrorCode.KEY_VAULT_UNAVAILABLE, SubmissionFailures.of(refused, number -> Option.none()).code());
    }

    @Test
    void oneTransactionIsTakenOnceUnderItsKey() {
        TransactionPlan first = payment();
        Submission taken = fixture.custody.submit(account, fixture.signed(first), KEY).get();

        assertEquals(Either.right(taken), fixture.custody.submit(account, fixture.signed(first), KEY));
        assertEquals(
                Either.left(new SubmissionRefusal.KeyReused()),
                fixture.custody.submit(account, fixture.signed(payment()), KEY));
        assertEquals(Option.some(taken), fixture.custody.submission(taken.id()));
        assertEquals(Either.right(Option.some(taken)), fixture.custody.submissionOf(Option.none(), fixture.signed(first)));
    }

    @Test
    void workersContinueAnInterruptedPlan() throws InterruptedException {
        TransactionPlan plan = payment();
        Custody dying = EngineFixture.engine(
                new FaultyChain(fixture.chain(), ProcessFault.never(), () -> Line.GOOD, sent -> {
                    throw new Crash();
                }),
                fixture.journal());
        assertThrows(Crash.class, () -> dying.submitAll(plan, fixture.keys(), KEY));
        CustodyEngine engine = (CustodyEngine) fixture.custody;
        MessageHandler work = CustodyEngine.work(List.of(engine)).find(one -> one.topic().equals(SubmissionRepository.TOPIC)).get().handler();
        Delivery left = Iterator.continually(() -> fixture.journal().outbox().claim(Claim.of(SubmissionRepository.TOPIC, EngineFixture.START, 60)))
                .takeWhile(Option::isDefined)
                .last()
                .get();

        assertTrue(work.deliver(left).isDefined(), "sent, and not seen on the chain yet");
        assertTrue(work.deliver(left).isEmpty(), "over");

        assertEquals(messages(plan), landedMessages(plan));
    }

    private TransactionPlan large() {
        return fixture.builds(prepare(account, memo(account, 1_049), ann, bob));
    }

    private TransactionPlan payment() {
        return fixture.builds(prepare(account, ClientTransactions.transfer(account, shop, 1), ann, bob));
    }

    /** Whether somebody who submits {@code plan} dies at step {@code steps} of it. */
    private boolean diesAfter(int steps, TransactionPlan plan) {
        ProcessFault fate = ProcessFault.after(steps);
        try {
            var unused = EngineFixture.engine(
                            new FaultyChain(fixture.chain(), fate, () -> Line.GOOD, sent -> {}),
                            new CrashingJournal(fixture.journal(), fate))
                    .submitAll(plan, fixture.keys(), KEY);
            return false;
        } catch (Crash dead) {
            return true;
        }
    }

    private static Array<Bytes> messages(TransactionPlan plan) {
        return plan.steps().map(step -> step.unsigned().message());
    }

    /** What of the plan is on the chain, in the order in which it landed. */
    private Array<Bytes> landedMessages(TransactionPlan plan) {
        return fixture.chain()
                .history(payer, Option.none(), 100)
                .get()
                .get()
                .toArray()
                .reverse()
                .map(LandedSignature::signature)
                .map(signature -> fixture.chain().landed(signature).get().get().message())
                .filter(messages(plan)::contains);
    }
}
