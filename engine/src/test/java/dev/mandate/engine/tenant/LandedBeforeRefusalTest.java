package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.AlteredChain;
import dev.mandate.engine.Engines;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A request is refused because of what the engine finds now. The same request about a message that landed is answered with the landed transaction,
 * whatever the journal has lost: a client may build a new transaction after a refusal.
 */
class LandedBeforeRefusalTest {

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final Address account = fixture.account(ACME);
    private final Address other = fixture.account(ACME);
    private final TransactionPlan built = fixture.change(fixture.service(ACME), account, 60);
    private final Bytes unsigned = built.single().unsigned().transaction();
    private final Bytes signed = fixture.signed(built);
    private final InMemoryJournal backup = fixture.journal.copy();
    private Chain line = fixture.devnet;

    /**
     * A way in which a request is refused.
     *
     * @param repeat makes the request
     */
    record Refused(
            String name, Class<?> as, Function<LandedBeforeRefusalTest, Either<SubmissionRefusal, Submission>> repeat) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** Uses of the engine's limits and managed signers have their own tests, since they need a vault. */
    private static Stream<Refused> requests() {
        return Stream.of(
                new Refused("no signature", SubmissionRefusal.SignaturesMissing.class, test -> test.submit(test.of(test.unsigned))),
                new Refused("the payer's signature is wrong", SubmissionRefusal.SignatureInvalid.class, test ->
                        test.submit(test.of(test.with(test.fixture.ann, test.signature(test.fixture.bob))))),
                new Refused("another signature is wrong", SubmissionRefusal.SignatureInvalid.class, test ->
                        test.submit(test.of(test.with(test.fixture.bob, test.signature(test.fixture.ann))))),
                new Refused("a given signature is wrong", SubmissionRefusal.GivenSignatureInvalid.class, test ->
                        test.submit(test.of(test.signed)
                                .signed(Array.of(new SignatureGiven(test.fixture.bob.address(), test.signature(test.fixture.ann)))))),
                new Refused("a given signature is a stranger's", SubmissionRefusal.SignatureFitsNobody.class, test ->
                        test.submit(test.of(test.signed).signed(Array.of(new SignatureGiven(test.signature(TestKey.of("stranger"))))))),
                new Refused("an approval is for nobody", SubmissionRefusal.ApprovalRefused.class, test ->
                        test.submit(test.of(test.signed).approved(Array.of(new PayloadApproval.Signed(Option.none(), Bytes.EMPTY))))),
                new Refused("the blockhash has expired", SubmissionRefusal.BlockhashExpired.class, test -> {
                    test.fixture.letNothingLandAnyMore();
                    return test.submit(test.of(test.signed));
                }),
                new Refused("a node simulates that it fails", SubmissionRefusal.WouldFail.class, test ->
                        test.submit(test.engine(test.failing(), test.backup, EngineSettings.DEFAULT), test.of(test.signed))),
                new Refused("it operates on another account", SubmissionRefusal.Reviewed.class, test ->
                        test.submit(SubmitRequest.of(test.other, test.signed))),
                new Refused("a policy forbids it", SubmissionRefusal.NotAsked.class, test -> test.submit(
                        test.engine(test.line, test.backup, EngineSettings.DEFAULT.withPolicy(
                                input -> PolicyVerdict.of(Array.of(new PolicyReason("never", "nothing is allowed"))))),
                        test.of(test.signed))),
                new Refused("nobody knows the account", SubmissionRefusal.NotAsked.class, test -> test.submit(
                        test.engine(test.line, new InMemoryJournal(), EngineSettings.DEFAULT), test.of(test.signed))),
                new Refused("two things are wrong", SubmissionRefusal.GivenSignatureInvalid.class, test ->
                        test.submit(test.of(test.with(test.fixture.bob, test.signature(test.fixture.ann)))
                                .signed(Array.of(new SignatureGiven(test.fixture.ann.address(), test.signature(test.fixture.bob)))))));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void refusesAMessageThatNeverLanded(Refused refused) {
        SubmissionRefusal refusal = refused.repeat().apply(this).getLeft();

        assertTrue(refusal.each().exists(refused.as()::isInstance), refusal::toString);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void answersWithTheLandedTransaction(Refused refused) {
        assertLandsElsewhere();

        Submission found = refused.repeat().apply(this).get();

        assertEquals(WireTransaction.parse(signed).get().signatures().head(), found.signature());
        assertInstanceOf(Submission.State.Confirmed.class, found.state());
    }

    /** The message expires and nodes forget that they processed it: only the history has it. */
    @ParameterizedTest
    @MethodSource("requests")
    void answersWithATransactionThatLandedLongAgo(Refused refused) {
        assertLandsElsewhere();
        fixture.letNothingLandAnyMore();

        assertInstanceOf(Submission.State.Confirmed.class, refused.repeat().apply(this).get().state());
    }

    /** Each history is full of newer transactions. An unknown account stays unknown, which says nothing about the message. */
    @ParameterizedTest
    @MethodSource("requests")
    void saysNothingFinalIfTheHistoryIsTooLong(Refused refused) {
        LandedTransaction newer = new LandedTransaction(
                Array.of(signature(fixture.ann)),
                Bytes.of((byte) 1),
                Long.MAX_VALUE - 1,
                Option.none(),
                Option.none(),
                Array.empty(),
                LandedTransaction.Balances.NONE,
                LandedTransaction.Balances.NONE);
        Chain crowded = new AlteredChain(fixture.devnet, "history", address -> Either.right(Option.some(Array.fill(
                        Chain.MAX_HISTORY, () -> new LandedSignature(newer.signature(), newer.slot(), Option.none(), Option.none())))))
                .chain();
        line = new AlteredChain(crowded, "landed", signatures -> Either.right(
                        ((Seq<?>) signatures[0]).toArray().map(one -> Option.when(((Seq<?>) signatures[0]).size() > 2, newer))))
                .chain();

        SubmissionRefusal refusal = refused.repeat().apply(this).getLeft();

        assertTrue(
                refusal instanceof SubmissionRefusal.HistoryIncomplete
                        || refusal instanceof SubmissionRefusal.NotAsked(BuildRefusal.UnknownAccount unknown),
                refusal::toString);
    }

    @Test
    void saysNothingFinalIfTheTransactionIsInABlockThatMayBeDropped() {
        line = new AlteredChain(fixture.devnet, "statuses", signatures -> Either.right(Array.of(
                        Option.some(new SignatureStatus(1, SignatureStatus.Finality.PROCESSED, Option.none())))))
                .chain();

        assertEquals(
                Either.left(new SubmissionRefusal.HistoryIncomplete()), submit(of(with(fixture.bob, signature(fixture.ann)))));
    }

    @Test
    void findsTheCreationOfAnAccountThatNobodyKnows() {
        TransactionPlan creation = fixture.service(ACME)
                .createPaidBy(fixture.ann.address(), fixture.order(), TransactionVersion.LEGACY_OR_V0)
                .get();
        Bytes paid = fixture.signed(creation);
        assertEquals(Option.none(), fixture.devnet.send(paid).swap().toOption());
        fixture.letNothingLandAnyMore();
        Engines restored = engine(line, new InMemoryJournal(), EngineSettings.DEFAULT);
        Address created = creation.account().address();

        assertInstanceOf(Submission.State.Confirmed.class, submit(restored, SubmitRequest.of(created, paid)).get().state());
        assertTrue(restored.service(Network.DEVNET, ACME.tenant()).get().account(created).isRight());
    }

    @Test
    void hasARequestForEachRefusal() {
        assertEquals(
                HashSet.<Class<?>>of(SubmissionRefusal.OfMessage.class.getPermittedSubclasses())
                        .remove(SubmissionRefusal.LimitNotUsed.class)
                        .remove(SubmissionRefusal.LimitUseUnrecorded.class),
                HashSet.<Class<?>>ofAll(requests().<Class<?>>map(Refused::as).toList())
                        .remove(SubmissionRefusal.NotAsked.class));
    }

    /** The chain and the account are another tenant's business: its answer stays that it does not know the account. */
    @Test
    void tellsNoOtherTenantOfALandedTransaction() {
        assertLandsElsewhere();

        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(account))),
                fixture.service(ServiceFixture.RIVAL).submit(of(signed), new Retry.Unnamed()));
        assertEquals(Either.right(Option.none()), fixture.service(ServiceFixture.RIVAL).submissionOf(Option.some(account), signed));
    }

    @Test
    void findsWhatLandedForARequestThatCannotBeRead() {
        assertLandsElsewhere();

        assertEquals(
                Array.of(account),
                Array.ofAll(engine(fixture.devnet, backup, EngineSettings.DEFAULT)
                        .service(Network.DEVNET, ACME.tenant())
                        .get()
                        .submissionOf(Option.none(), unsigned)
                        .get()
                        .map(Submission::account)));
    }

    /** By another client, or by this engine before its journal was lost. */
    private void assertLandsElsewhere() {
        assertEquals(Option.none(), fixture.devnet.send(signed).swap().toOption());
    }

    private Chain failing() {
        return new AlteredChain(line, "simulate", transaction -> Either.right(new Simulation(
                        Option.some(new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(6_000))),
                        0,
                        Option.none(),
                        Array.empty())))
                .chain();
    }

    private SubmitRequest of(Bytes transaction) {
        return SubmitRequest.of(account, transaction);
    }

    private Signature signature(TestKey key) {
        return key.sign(built.single().unsigned().message());
    }

    /** The signed transaction with another signature of one signer. */
    private Bytes with(TestKey key, Signature wrong) {
        return WireTransaction.parse(signed).get().withSignature(key.address(), wrong).get().serialize();
    }

    private Either<SubmissionRefusal, Submission> submit(SubmitRequest request) {
        return submit(engine(line, backup, EngineSettings.DEFAULT), request);
    }

    private Either<SubmissionRefusal, Submission> submit(Engines engine, SubmitRequest request) {
        return engine.service(Network.DEVNET, ACME.tenant()).get().submit(request, new Retry.Unnamed());
    }

    private Engines engine(Chain line, Journal behind, EngineSettings settings) {
        return Engines.builder()
                .network(Network.DEVNET, line, fixture.operator)
                .journal(behind)
                .clock(() -> fixture.now)
                .formats(Solana.SQUADS_V4)
                .allowance(ServiceFixture.GENEROUS)
                .settings(settings.withWaits(WaitPolicy.NONE))
                .build();
    }
}
