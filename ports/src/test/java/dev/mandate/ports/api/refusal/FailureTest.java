package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.RefusalTableTest.ALICE;
import static dev.mandate.ports.api.refusal.RefusalTableTest.BOB;
import static dev.mandate.ports.api.refusal.RefusalTableTest.LIMIT;
import static dev.mandate.ports.api.refusal.RefusalTableTest.NOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.tenant.CreationRefusal;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class FailureTest {

    @Test
    void theGravestOfSeveralProblemsGivesCodeAndMessage() {
        Failure failure = Failure.of(Array.of(
                new Problem("threshold", ErrorCode.THRESHOLD_ZERO, "rule"), new Problem("memo", ErrorCode.BAD_CURSOR, "form")));
        assertEquals(ErrorCode.BAD_CURSOR, failure.code());
        assertEquals("form", failure.message());
    }

    @ParameterizedTest
    @CsvSource({"4, 3, Threshold 4 exceeds the 3 signers that can vote.", "2, 1, Threshold 2 exceeds the 1 signer that can vote."})
    void aThresholdIsRefusedWithTheNumberOfVoters(int threshold, int voters, String message) {
        assertEquals(message, threshold(threshold, voters).message());
    }

    @Test
    void numbersHaveAsciiDigitsInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals("Threshold 4 exceeds the 3 signers that can vote.", threshold(4, 3).message());
        } finally {
            Locale.setDefault(before);
        }
    }

    private static Failure threshold(int threshold, int voters) {
        return RuleFailures.of(new Refusal.BadAccount(
                Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(threshold), voters))));
    }

    @Test
    void allProblemsAreListedAndFactsOfOneNameAreJoined() {
        Failure failure = RuleFailures.of(new Refusal.BadAccount(Array.of(
                new SettingsProblem.DuplicateSigner(ALICE),
                new SettingsProblem.DuplicateSigner(BOB),
                new SettingsProblem.NoExecutor())));
        assertEquals(
                Array.of(ErrorCode.DUPLICATE_SIGNER, ErrorCode.DUPLICATE_SIGNER, ErrorCode.NO_EXECUTOR),
                failure.problems().map(Problem::code));
        assertEquals(Option.some(ALICE + ", " + BOB), failure.facts().get("duplicates"));
    }

    @Test
    void strangersAndMissingVotesAreRefusedTogether() {
        Failure failure = BuildFailures.of(new BuildRefusal.SignersInsufficient(Array.of(
                new RoleProblem.TooFewVoters(1, new Threshold(2)), new RoleProblem.NotSigners(Array.of(ALICE)))));
        assertEquals(
                Array.of(ALICE + " is not a signer of the account.", "1 of the transaction's signers can vote, but the threshold is 2."),
                failure.problems().map(Problem::message));
        assertEquals(Option.some(Remedy.NameAnother.of(Remedy.Wanted.SIGNER_OF_ACCOUNT)), failure.remedy());
    }

    @Test
    void everyLeavingSignerIsListedWithTheLimits() {
        Failure failure = BuildFailures.of(new BuildRefusal.LeaversHoldLimits(
                LinkedHashMap.of(ALICE, Array.of(LIMIT), BOB, Array.of(LIMIT))));
        assertEquals(2, failure.problems().size());
        assertEquals(Option.some(LIMIT.toString()), failure.facts().get("spending_limits"));
    }

    /** A prepared transaction cannot say what becomes of limits: its instructions do. */
    @Test
    void whoPreparesARemovalRemovesTheLimits() {
        BuildRefusal refusal = new BuildRefusal.LeaversHoldLimits(LinkedHashMap.of(ALICE, Array.of(LIMIT)));
        BuildRequest prepare = new BuildRequest.Prepare(ALICE, Bytes.EMPTY, Array.of(ALICE), BuildOptions.DEFAULT);
        BuildRequest change = new BuildRequest.ChangeSettings(
                ALICE, Array.of(new SettingsEdit.RemoveSigner(ALICE)), new Authority.Admin(), LeaversLimits.REFUSE, BuildOptions.DEFAULT);

        assertEquals(Option.some(new Remedy.DoFirst(Remedy.Act.REMOVE_LIMITS)), BuildFailures.of(prepare, refusal).remedy());
        assertEquals(
                Option.some(Remedy.RepeatWith.of(Remedy.Form.Plain.REVOKING_LIMITS, Remedy.Form.Plain.KEEPING_LIMITS)),
                BuildFailures.of(change, refusal).remedy());
    }

    @Test
    void aTimeLockSaysWhenItEnds() {
        assertEquals(
                Option.some(new Remedy.WaitUntil(NOON.plusSeconds(3600), Remedy.Clock.CHAIN)),
                remedy(new ProposalRefusal.TimeLocked(NOON, new TimeLock(3600), NOON.plusSeconds(3600))));
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void noStepOfTheInterfaceOpensADraft(Step step) {
        assertEquals(Option.none(), remedy(new ProposalRefusal.WrongState(step, new Proposal.Draft(NOON))));
    }

    @Test
    void anApprovedTransactionIsCancelledAndAnOpenOneRejected() {
        assertEquals(
                Option.some(new Remedy.TakeStep(Array.of(Step.CANCEL))),
                remedy(new ProposalRefusal.WrongState(Step.REJECT, new Proposal.Approved(NOON, Ballot.EMPTY))));
        assertEquals(
                Option.some(new Remedy.TakeStep(Array.of(Step.REJECT))),
                remedy(new ProposalRefusal.WrongState(Step.CANCEL, new Proposal.Active(NOON, Ballot.EMPTY))));
    }

    @Test
    void aFinishedTransactionHasNoRemedy() {
        assertEquals(Option.none(), remedy(new ProposalRefusal.WrongState(Step.APPROVE, new Proposal.Executed(NOON, Ballot.EMPTY))));
    }

    @Test
    void aPayerWithoutMoneyIsToBeFunded() {
        assertEquals(Option.some(new Remedy.FundPayer(ALICE)), simulationFailed("InsufficientFundsForFee").remedy());
        assertEquals(Option.some(new Remedy.FundPayer(ALICE)), simulationFailed("AccountNotFound").remedy());
        assertEquals(
                Option.some(new Remedy.FundPayer(ALICE)),
                ChainFailures.remedy(new TransactionFailure.InsufficientFundsForRent(0), ALICE));
        assertEquals(Option.none(), ChainFailures.remedy(new TransactionFailure.InsufficientFundsForRent(1), ALICE));
        assertEquals(Option.some(new Remedy.BuildAgain()), simulationFailed("BlockhashNotFound").remedy());
    }

    /** The words are those of the system program. Only the amount tells whether it is a rent, and whose. */
    @Test
    void aPayerWithoutMoneyForARentIsToBeFunded() {
        BaseUnits rent = BaseUnits.of(2_000_000);
        FeeQuote fee = new FeeQuote(
                ALICE,
                BaseUnits.of(5_000),
                BaseUnits.ZERO,
                BaseUnits.ZERO,
                Array.of(new FeeQuote.Rent(NewStorage.Kind.PROPOSAL, LIMIT, rent, BOB, Option.none())));
        TransactionFailure negative = new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(1));

        assertEquals(
                Option.some(new Remedy.FundPayer(BOB)),
                ChainFailures.remedy(negative, fee, Array.of("Transfer: insufficient lamports 995000, need 2000000")));
        assertEquals(
                Option.none(), ChainFailures.remedy(negative, fee, Array.of("Transfer: insufficient lamports 995000, need 2000001")));
        assertEquals(
                Option.none(),
                ChainFailures.remedy(
                        new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(2)),
                        fee,
                        Array.of("Transfer: insufficient lamports 995000, need 2000000")));
    }

    private static Failure simulationFailed(String name) {
        return ChainFailures.simulationFailed(new TransactionFailure.Named(name), ALICE, number -> Option.none());
    }

    private static Option<Remedy> remedy(ProposalRefusal refusal) {
        return RuleFailures.of(new Refusal.ProposalRefused(1, refusal)).remedy();
    }

    @Test
    void aNodesOwnWordsAreNotPassedOn() {
        assertEquals(BuildFailures.of(new ChainFault.Unreachable("one node")), BuildFailures.of(new ChainFault.Unreachable("another")));
        assertEquals(BuildFailures.of(new ChainFault.BadAnswer("one")), BuildFailures.of(new ChainFault.BadAnswer("another")));
    }

    @Test
    void aChainThatDidNotAnswerMayBeAskedAgain() {
        assertEquals(Option.some(2L), BuildFailures.of(new ChainFault.RateLimited()).retryAfter());
        assertEquals(Option.some(2L), BuildFailures.of(new ChainFault.Unreachable("gone")).retryAfter());
        assertEquals(Option.none(), BuildFailures.of(new ChainFault.BadAnswer("<html>")).retryAfter());
    }

    @Test
    void aChangeThatCannotBeExecutedIsRefusedForItsReasonAndVotesOnItAsVain() {
        BuildRefusal refusal = new BuildRefusal.Unwise(new Warning.WouldNeverExecute(new Refusal.NoLimit(LIMIT)));
        BuildRequest removal = new BuildRequest.RemoveLimit(ALICE, LIMIT, new Authority.Admin(), BuildOptions.DEFAULT);
        BuildRequest vote = new BuildRequest.CastVotes(ALICE, 1, Vote.APPROVE, Array.of(BOB), BuildOptions.DEFAULT);
        assertEquals(ErrorCode.UNKNOWN_LIMIT, BuildFailures.of(removal, refusal).code());
        assertEquals(ErrorCode.WOULD_NEVER_EXECUTE, BuildFailures.of(vote, refusal).code());
        assertEquals(Option.some("unknown_limit"), BuildFailures.of(vote, refusal).facts().get("refusal"));
    }

    @Test
    void aQuotaSaysWhenTheNextAccountMayBeOrdered() {
        assertEquals(Option.some(60L), quotaSpent(60).retryAfter());
        assertEquals(Option.some(60L), budgetSpent(60).retryAfter());
        assertEquals(Option.some(1L), quotaSpent(0).retryAfter(), "a quota that is free by now");
    }

    private static Failure quotaSpent(long seconds) {
        return TenantFailures.of(new CreationRefusal.QuotaSpent(20, NOON.plusSeconds(seconds)), NOON);
    }

    private static Failure budgetSpent(long seconds) {
        return TenantFailures.of(
                new CreationRefusal.BudgetSpent(BaseUnits.of(12_345), BaseUnits.of(12_340), BaseUnits.of(7), NOON.plusSeconds(seconds)),
                NOON);
    }

    @Test
    void theOperatorsBudgetIsNotShownToClients() {
        String shown = budgetSpent(60).toString();
        assertFalse(shown.contains("12345") || shown.contains("12340"), shown);
    }
}
