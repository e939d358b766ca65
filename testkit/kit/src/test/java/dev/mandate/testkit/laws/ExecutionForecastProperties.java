package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.ExecutionForecast;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.ChangePlan;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Move;
import dev.mandate.testkit.generators.Moves;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** The forecast comes true if nothing happens in between. */
class ExecutionForecastProperties implements HistoryLaw {

    private static final SmartAccountRules RULES = new SmartAccountRules();
    private static final HistoryParticipants CAST = HistoryParticipants.STANDARD;

    @Provide
    Arbitrary<Array<ChangePlan>> changes() {
        return ChangePlan.changes(CAST);
    }

    @Provide
    Arbitrary<Move> moves() {
        return Moves.moves(CAST);
    }

    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void whatPassesIsExecutedAndWhatWouldNeverBeExecutedIsRefusedWithThatVeryReason(
            @ForAll("histories") GeneratedHistory history, @ForAll("changes") Array<ChangePlan> plans) {
        SmartAccount account = history.account();
        Assume.that(account.settings().admin() instanceof AdminControl.None);
        Array<SettingsAction> actions = plans.map(plan -> plan.against(account, CAST));
        TransactionContent change = new TransactionContent.SettingsChange(actions);
        Command create = DirectExecution.recording(account, change);
        Assume.that(RULES.decide(account, create, history.now()).isRight());
        Option<Warning> caution = ExecutionForecast.check(account, create, history.now());
        SmartAccount approved = DirectExecution.approved(account, change, history.now());
        Either<Refusal, Seq<Event>> end =
                DirectExecution.execute(approved, approved.settings().transactionIndex(), history.now());
        Statistics.collect(caution.map(there -> there.getClass().getSimpleName()).getOrElse("none"));
        Statistics.coverage(coverage -> {
            coverage.check("none").count(count -> count > 100);
            coverage.check("WouldNeverExecute").count(count -> count > 20);
        });
        if (caution.isEmpty()) {
            assertTrue(end.isRight(), () -> end.toString());
        } else {
            switch (caution.get()) {
                case Warning.WouldNeverExecute(Refusal why) -> assertEquals(Either.left(why), end);
                case Warning.AmbiguousRemoval(Address signer) -> assertAmbiguous(account, actions, signer);
                case Warning.SpendsNothing nothing -> throw new AssertionError(nothing);
                case Warning.WouldOrphan orphan -> throw new AssertionError(orphan);
                case Warning.ContentOpaque opaque -> throw new AssertionError(opaque);
            }
        }
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void aRemovalOfASignerWhoIsThereTwiceIsAmbiguous(@ForAll("histories") GeneratedHistory history) {
        SmartAccount account = history.account();
        Assume.that(account.settings().admin() instanceof AdminControl.None);
        Signer signer = account.settings().roster().signers().head();
        TransactionContent change = new TransactionContent.SettingsChange(
                Array.of(new SettingsAction.AddSigner(signer), new SettingsAction.RemoveSigner(signer.address())));
        assertEquals(
                Option.some(new Warning.AmbiguousRemoval(signer.address())),
                ExecutionForecast.check(account, DirectExecution.recording(account, change), history.now()));
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void aProposalThatWouldBeOrphanedCanBeApprovedAndIsNeverExecuted(@ForAll("histories") GeneratedHistory history) {
        SmartAccount account = history.account();
        for (long index = 1; index <= account.settings().transactionIndex() + 1; index++) {
            Command propose = DirectExecution.proposing(account, index);
            boolean neverRecorded = index > account.settings().transactionIndex();
            boolean hasContent = account.transactions().get(index).flatMap(ManagedTransaction::content).isDefined();
            Option<Warning> caution = ExecutionForecast.check(account, propose, history.now());
            assertEquals(
                    hasContent || neverRecorded ? Option.none() : Option.some(new Warning.WouldOrphan(index)), caution);
            if (caution.isDefined() && RULES.decide(account, propose, history.now()).isRight()) {
                SmartAccount proposed = DirectExecution.play(account, propose, history.now());
                SmartAccount approved = DirectExecution.approve(proposed, index, history.now());
                assertEquals(
                        Either.left(new Refusal.NoTransaction(index)), DirectExecution.execute(approved, index, history.now()));
            }
        }
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void anApprovalIsCautionedAgainstIfWhatItApprovesCannotBeExecuted(@ForAll("histories") GeneratedHistory history) {
        SmartAccount account = history.account();
        Address voter = DirectExecution.holder(account, Permission.CAN_VOTE);
        for (ManagedTransaction transaction : account.transactions().values()) {
            long index = transaction.index();
            Command.CastVote vote = new Command.CastVote(voter, index, Vote.APPROVE);
            if (transaction.proposal().exists(Proposal.Active.class::isInstance)
                    && !account.settings().makesStale(index)) {
                SmartAccount approved = account.with(transaction.withProposal(
                        new Proposal.Approved(history.now(), transaction.proposal().get().ballot())));
                Option<Refusal> refused =
                        DirectExecution.execute(approved, index, history.now()).swap().toOption();
                Option<Warning> caution = ExecutionForecast.check(account, vote, history.now());
                assertEquals(
                        refused.map(why -> transaction.isOrphaned()
                                ? new Warning.WouldOrphan(index)
                                : new Warning.WouldNeverExecute(why)),
                        caution);
                Statistics.collect(caution.map(there -> there.getClass().getSimpleName()).getOrElse("none"));
            }
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void nothingElseIsCautionedAgainst(@ForAll("histories") GeneratedHistory history, @ForAll("moves") Move move) {
        Command command = move.against(history.account(), CAST);
        boolean mayBe = command instanceof Command.CreateProposal
                || command instanceof Command.CreateTransaction(
                        var by, TransactionContent.SettingsChange change)
                || (command instanceof Command.Spend spend && spend.amount().isZero())
                || (command instanceof Command.CastVote(var voter, long index, Vote vote) && vote == Vote.APPROVE);
        if (!mayBe) {
            assertEquals(Option.none(), ExecutionForecast.check(history.account(), command, history.now()));
        }
    }

    /** Asserts that the actions add and remove {@code signer}, and that it is present or added twice. */
    private static void assertAmbiguous(SmartAccount account, Array<SettingsAction> actions, Address signer) {
        int added = actions.count(action -> action instanceof SettingsAction.AddSigner(Signer(Address who, var may))
                && who.equals(signer));
        int present = account.settings().roster().find(signer).isDefined() ? 1 : 0;
        assertTrue(added + present > 1);
        assertTrue(actions.contains(new SettingsAction.RemoveSigner(signer)));
    }
}
