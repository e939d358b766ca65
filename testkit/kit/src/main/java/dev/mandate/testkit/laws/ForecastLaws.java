package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.ExecutionForecast;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
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
public abstract class ForecastLaws extends DeciderLaws {

    private static final HistoryParticipants CAST = HistoryParticipants.STANDARD;

    @Provide
    Arbitrary<Array<ChangePlan>> changes() {
        return ChangePlan.changes(CAST);
    }

    @Provide
    Arbitrary<Move> moves() {
        return Moves.moves(CAST);
    }

    @Law(
            id = "forecast-1",
            says = "A change of settings without a warning is executed once approved, and one with a warning is refused with that reason.",
            source = "Squads v4: config_transaction_create checks almost nothing, config_transaction_execute everything",
            forAll = WITHOUT_ADMIN + ", and changes of up to four actions")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aForecastComesTrue(
            @ForAll(WITHOUT_ADMIN) GeneratedHistory history, @ForAll("changes") Array<ChangePlan> plans) {
        SmartAccount account = history.account();
        Array<SettingsAction> actions = plans.map(plan -> plan.against(account, CAST));
        TransactionContent change = new TransactionContent.SettingsChange(actions);
        Command create = DirectExecution.recording(account, change);
        Assume.that(decide(account, create, history.now()).isRight());
        Option<Warning> caution = ExecutionForecast.check(account, create, history.now());
        SmartAccount approved = direct().approved(account, change, history.now());
        Either<?, SmartAccount> end =
                direct().execute(approved, approved.settings().transactionIndex(), history.now());
        Statistics.collect(caution.map(there -> there.getClass().getSimpleName()).getOrElse("none"));
        Statistics.coverage(coverage -> {
            coverage.check("none").count(count -> count > 0);
            coverage.check("WouldNeverExecute").count(count -> count > 0);
        });
        if (caution.isEmpty()) {
            assertTrue(end.isRight(), () -> end.toString());
        } else {
            switch (caution.get()) {
                case Warning.WouldNeverExecute(Refusal why) -> assertEquals(Option.some(why), refusal(end));
                case Warning.AmbiguousRemoval(Address signer) -> assertAmbiguous(account, actions, signer);
                case Warning.SpendsNothing nothing -> throw new AssertionError(nothing);
                case Warning.WouldOrphan orphan -> throw new AssertionError(orphan);
                case Warning.ContentOpaque opaque -> throw new AssertionError(opaque);
            }
        }
    }

    @Law(
            id = "forecast-2",
            says = "Adding a present signer and removing that address in one change is warned about.",
            source = "Squads v4, config_transaction_execute: keeps either entry, by position",
            forAll = WITHOUT_ADMIN)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void theRemovalOfADoubleSignerIsAmbiguous(@ForAll(WITHOUT_ADMIN) GeneratedHistory history) {
        SmartAccount account = history.account();
        Signer signer = account.settings().roster().signers().head();
        TransactionContent change = new TransactionContent.SettingsChange(
                Array.of(new SettingsAction.AddSigner(signer), new SettingsAction.RemoveSigner(signer.address())));
        assertEquals(
                Option.some(new Warning.AmbiguousRemoval(signer.address())),
                ExecutionForecast.check(account, DirectExecution.recording(account, change), history.now()));
    }

    @Law(
            id = "forecast-3",
            says = "A proposal without content is warned about: it could be approved, and never executed.",
            source = "Squads v4: proposal_create does not look at the transaction",
            forAll = HISTORIES + ", and each index at its end")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void anOrphanIsWarnedAboutAndNeverExecuted(@ForAll(HISTORIES) GeneratedHistory history) {
        SmartAccount account = history.account();
        for (long index = 1; index <= account.settings().transactionIndex() + 1; index++) {
            Command propose = DirectExecution.proposing(account, index);
            boolean neverRecorded = index > account.settings().transactionIndex();
            boolean hasContent = account.transactions().get(index).flatMap(ManagedTransaction::content).isDefined();
            Option<Warning> caution = ExecutionForecast.check(account, propose, history.now());
            assertEquals(
                    hasContent || neverRecorded ? Option.none() : Option.some(new Warning.WouldOrphan(index)), caution);
            if (caution.isDefined() && decide(account, propose, history.now()).isRight()) {
                SmartAccount proposed = direct().play(account, propose, history.now());
                SmartAccount approved = direct().approve(proposed, index, history.now());
                assertEquals(
                        Either.left(new Refusal.NoTransaction(index)), direct().execute(approved, index, history.now()));
            }
        }
    }

    @Law(
            id = "forecast-4",
            says = "An approval is warned about exactly if what it approves cannot be executed, with the reason.",
            source = "Squads v4: votes do not look at the content",
            forAll = HISTORIES + ", and each open transaction at its end")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void anApprovalInVainIsWarnedAbout(@ForAll(HISTORIES) GeneratedHistory history) {
        SmartAccount account = history.account();
        Address voter = DirectExecution.holder(account, Permission.CAN_VOTE);
        for (ManagedTransaction transaction : account.transactions().values()) {
            long index = transaction.index();
            Command.CastVote vote = new Command.CastVote(voter, index, Vote.APPROVE);
            if (transaction.proposal().exists(Proposal.Active.class::isInstance)
                    && !account.settings().makesStale(index)) {
                SmartAccount approved = account.with(transaction.withProposal(
                        new Proposal.Approved(history.now(), transaction.proposal().get().ballot())));
                Option<Refusal> refused = refusal(direct().execute(approved, index, history.now()));
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

    @Law(
            id = "forecast-5",
            says = "No other command is warned about.",
            source = "ExecutionForecast",
            forAll = HISTORIES + ", and any further command")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void otherCommandsHaveNoWarning(@ForAll(HISTORIES) GeneratedHistory history, @ForAll("moves") Move move) {
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

    private static Option<Refusal> refusal(Either<?, SmartAccount> answer) {
        return answer.swap().toOption().map(Refusal.class::cast);
    }
}
