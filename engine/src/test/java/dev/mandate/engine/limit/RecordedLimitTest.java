package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.unlanded.UnlandedKeys;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The engine's record of a limit, beside what other clients made of its address on the chain. */
class RecordedLimitTest {

    private static final long SOL = EngineLimitFixture.SOL;
    private static final SquadsV4Program PROGRAM = SquadsV4Program.PUBLIC;
    private static final TestKey MALLORY = TestKey.of("limits/mallory");

    private final EngineLimitFixture fixture = new EngineLimitFixture();
    private final Authority byAnn = new Authority.Vote(Array.of(fixture.ann.address()));
    private final KeyRing everybody = KeyRing.of(fixture.ann, MALLORY);

    @AfterEach
    void logIsSound() {
        fixture.assertLogIsSound();
    }

    private AccountRef ref() {
        return fixture.service().account(fixture.account).get().ref();
    }

    /** Another client's transaction, with Ann's and Mallory's signatures. */
    private Bytes transaction(Array<Instruction> instructions) {
        return everybody.sign(new SolanaFormat()
                .compile(new Message(
                        MessageVersion.LEGACY,
                        fixture.ann.address(),
                        fixture.chain.latestBlockhash().get().blockhash(),
                        instructions,
                        Array.empty()))
                .get()
                .transaction());
    }

    private Either<SubmissionRefusal, Submission> submitted(Array<Instruction> instructions) {
        return fixture.service().submit(fixture.account, transaction(instructions), Array.empty(), Array.empty(), new Retry.Unnamed());
    }

    private void landElsewhere(Array<Instruction> instructions) {
        assertInstanceOf(SendOutcome.Accepted.class, fixture.chain.send(transaction(instructions)).get());
    }

    /** Proposes, approves and executes a limit, as another client does. */
    private Array<Instruction> making(LimitTerms terms) {
        Address ann = fixture.ann.address();
        long index = fixture.service().account(fixture.account).get().settings().transactionIndex() + 1;
        var content = new TransactionContent.SettingsChange(
                Array.of(new SettingsAction.AddSpendingLimit(PROGRAM.limitAddress(ref(), terms.createKey()), terms)));
        return Array.<Operation>of(
                        new Operation.CreateTransaction(ann, ann, index, content, Option.none()),
                        new Operation.CreateProposal(ann, ann, index),
                        new Operation.CastVote(ann, index, Vote.APPROVE, Option.none()),
                        new Operation.ExecuteChange(ann, ann, index, content))
                .map(operation -> PROGRAM.encode(ref(), operation));
    }

    /** What the record of a yearly limit implies on the chain. */
    private LimitTerms implied(PolicyTerms terms, Address limit) {
        return terms.onChain(fixture.limit(limit).subject().policyKey(), fixture.now());
    }

    private Address built(PolicyTerms terms) {
        return fixture.service().build(new BuildRequest.AddLimit(fixture.account, terms, byAnn, BuildOptions.DEFAULT)).get().limit().get();
    }

    private static Array<UnaryOperator<LimitTerms>> changes() {
        return Array.of(
                terms -> terms.withSigners(Array.of(MALLORY.address())),
                terms -> terms.withSigners(terms.signers().append(MALLORY.address())),
                terms -> terms.withAmount(BaseUnits.of(50 * SOL)),
                terms -> terms.withPeriod(Period.DAY),
                terms -> terms.withPeriod(Period.ONE_TIME),
                terms -> terms.withVault(1),
                terms -> terms.withDestinations(Array.of(MALLORY.address())));
    }

    @Test
    void aLimitWithOtherTermsAtARecordedAddressIsNotSubmitted() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);

        for (UnaryOperator<LimitTerms> change : changes()) {
            assertEquals(
                    Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.LimitDiffers(limit))),
                    submitted(making(change.apply(implied(terms, limit)))));
        }
        assertEquals(Array.empty(), fixture.service().limits(fixture.account).get());
    }

    @Test
    void aLimitAsItIsRecordedIsSubmittedByAnotherClientToo() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);

        assertInstanceOf(Submission.State.Confirmed.class, submitted(making(implied(terms, limit))).get().state());

        assertEquals(Option.none(), fixture.view(limit).differing());
        fixture.spend(limit, SOL);
    }

    @Test
    void noBuilderMakesALimitWithOtherTermsAtARecordedAddress() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);
        LimitTerms hers = implied(terms, limit).withSigners(Array.of(MALLORY.address()));

        assertEquals(
                Either.left(new BuildRefusal.Reviewed(new ReviewFinding.LimitDiffers(limit))),
                fixture.service().build(new BuildRequest.AddLimit(fixture.account, hers, byAnn, BuildOptions.DEFAULT)));
    }

    @Test
    void anAdminsInstructionMakesNoLimitWithOtherTermsAtARecordedAddress() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);
        SettingsAction hers = new SettingsAction.AddSpendingLimit(limit, implied(terms, limit).withSigners(Array.of(MALLORY.address())));

        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.LimitDiffers(limit))),
                submitted(Array.of(PROGRAM.encode(
                        ref(), new Operation.ChangeAsAdmin(fixture.ann.address(), fixture.ann.address(), hers, Option.none())))));
    }

    @Test
    void aLimitInAnOpenProposalIsNotForgotten() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);
        landElsewhere(making(implied(terms, limit)).take(2));
        fixture.pass(2 * EngineLimitFixture.DAY);

        Array<Address> others = Array.fill(UnlandedKeys.MOST_OF_ACCOUNT - 1, () -> built(fixture.terms(PolicyPeriod.YEAR, SOL)));

        assertEquals(Option.none(), fixture.limit(limit).ended());
        assertFalse(others.map(other -> fixture.limit(other).subject().policyKey()).contains(fixture.limit(limit).subject().policyKey()));
        assertInstanceOf(BuildRefusal.TooManyUnlanded.class, fixture.service()
                .build(new BuildRequest.AddLimit(
                        fixture.account, fixture.terms(PolicyPeriod.YEAR, SOL), byAnn, BuildOptions.DEFAULT))
                .getLeft());
    }

    @Test
    void aProposalOfALimitWithOtherTermsIsNotApproved() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);
        landElsewhere(making(implied(terms, limit).withSigners(Array.of(MALLORY.address()))).take(2));

        assertEquals(
                Either.left(new BuildRefusal.Reviewed(new ReviewFinding.LimitDiffers(limit))),
                fixture.service()
                        .build(new BuildRequest.CastVotes(
                                fixture.account, 1, Vote.APPROVE, Array.of(fixture.ann.address()), BuildOptions.DEFAULT)));
    }

    /** It got to the chain another way. */
    @Test
    void theChainsOwnTermsAreShownAndNothingIsUsed() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);
        LimitTerms hers = implied(terms, limit)
                .withSigners(Array.of(MALLORY.address(), fixture.limit(limit).subject().policyKey()).sorted())
                .withAmount(BaseUnits.of(50 * SOL))
                .withPeriod(Period.DAY);
        landElsewhere(making(hers));

        LimitView view = fixture.view(limit);
        BuildRefusal differs = new BuildRefusal.Reviewed(new ReviewFinding.LimitDiffers(limit));
        assertEquals(hers, view.terms());
        assertEquals(Option.none(), view.kept());
        assertEquals(Option.some(fixture.limit(limit)), view.differing());
        assertEquals(new LimitUseRefusal.NotBuilt(differs), fixture.refused(limit, 1));
        assertEquals(Either.left(new LimitUseRefusal.NotBuilt(differs)), fixture.service().validateUse(fixture.use(limit, 1)));
        BuildRequest.UseLimit use = new BuildRequest.UseLimit(
                fixture.account, limit, MALLORY.address(), fixture.shop, BaseUnits.of(SOL), BuildOptions.DEFAULT.paidBy(fixture.ann.address()));
        assertEquals(Either.left(differs), fixture.service().build(use));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.LimitDiffers(limit))),
                submitted(Array.of(PROGRAM.encode(
                        ref(),
                        new Operation.Spend(
                                MALLORY.address(), limit, 0, fixture.shop, use.amount(), new SpendRoute.Sol(), Option.none())))));
    }

    @Test
    void aReservedUseIsNotSubmittedOnceTheChainsLimitDiffers() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, 2 * SOL);
        Address limit = fixture.grant(terms);
        var reserved = fixture.reserve(limit, SOL).get();
        TransactionPlan removal = fixture.service().build(new BuildRequest.RemoveLimit(fixture.account, limit, byAnn, BuildOptions.DEFAULT)).get();
        fixture.land(removal);
        landElsewhere(making(implied(terms, limit).withAmount(BaseUnits.of(50 * SOL))));

        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.LimitDiffers(limit))),
                fixture.submit(reserved));
    }

    /** Who leaves is judged by the chain's members: the record names others. */
    @Test
    void theMembersOfALimitThatDiffersHoldIt() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);
        fixture.land(fixture.service()
                .build(new BuildRequest.ChangeSettings(
                        fixture.account,
                        Array.of(new SettingsEdit.AddSigners(Array.of(new Signer(MALLORY.address(), Permissions.ALL)))),
                        byAnn,
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT))
                .get());
        landElsewhere(making(implied(terms, limit).withSigners(Array.of(MALLORY.address()))));

        var refused = fixture.service()
                .build(new BuildRequest.ChangeSettings(
                        fixture.account,
                        Array.of(new SettingsEdit.RemoveSigner(MALLORY.address())),
                        byAnn,
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT));

        assertEquals(Array.of(limit), ((BuildRefusal.LeaversHoldLimits) refused.getLeft()).limits().get(MALLORY.address()).get());
    }

    /** A record says nothing of the chain's limit: it can be replaced by what is recorded. */
    @Test
    void aLimitThatDiffersIsReplacedByTheRecordedTerms() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, SOL);
        Address limit = built(terms);
        landElsewhere(making(implied(terms, limit).withSigners(Array.of(MALLORY.address()))));

        TransactionPlan plan = fixture.service()
                .build(new BuildRequest.ReplaceLimit(
                        fixture.account, limit, terms.withCreateKey(TestKey.of("limits/next").address()), byAnn, BuildOptions.DEFAULT))
                .get();
        fixture.land(plan);

        fixture.spend(plan.limit().get(), SOL);
    }
}
