package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.GeneratedHistory;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * What the program allows is accepted. Rules that refuse too much keep most other laws. {@link TimeLockLaws}, {@link LifeCycleLaws} and
 * {@link SpendingLimitLaws} say the same of vault transactions, closing and spending.
 */
public abstract class ProgressLaws extends HistoryLaws {

    @Law(
            id = "progress-1",
            says = "Signers with the permission record transactions, make the proposals of fresh ones, as drafts too, and activate drafts.",
            source = "Squads v4, config_transaction_create, vault_transaction_create, proposal_create, proposal_activate: their checks",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void signersWithThePermissionPropose(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            boolean allowed =
                    switch (step.command()) {
                        case Command.CreateTransaction(Address by, TransactionContent content) ->
                            holds(step, by, Permission.CAN_INITIATE) && isRecordable(step, content);
                        case Command.CreateProposal(Address by, long index, boolean draft) ->
                            (holds(step, by, Permission.CAN_INITIATE) || holds(step, by, Permission.CAN_VOTE))
                                    && isFresh(step, index)
                                    && index <= step.before().settings().transactionIndex()
                                    && proposal(step, index).isEmpty();
                        case Command.ActivateProposal(Address by, long index) ->
                            holds(step, by, Permission.CAN_INITIATE)
                                    && isFresh(step, index)
                                    && proposal(step, index).exists(Proposal.Draft.class::isInstance);
                        case Command other -> false;
                    };
            assertTrue(step.isAccepted() || !allowed, step::toString);
        }
    }

    @Law(
            id = "progress-2",
            says = "A voter approves or rejects a fresh open proposal once, and cancels an approved one once.",
            source = "Squads v4, proposal_approve, proposal_reject, proposal_cancel: their checks",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void votersVoteOnOpenProposals(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            if (step.command() instanceof Command.CastVote(Address by, long index, Vote vote)
                    && holds(step, by, Permission.CAN_VOTE)
                    && proposal(step, index).exists(proposal -> isOpen(step, index, vote, proposal) && !hasCast(proposal.ballot(), by, vote))) {
                assertTrue(step.isAccepted(), step::toString);
            }
        }
    }

    @Law(
            id = "progress-3",
            says = "A change that leaves a valid account is made, exactly as it says: by the admin at once, by an approved transaction once executed.",
            source = "Squads v4, the instructions of the config authority, and config_transaction_execute: their checks",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void validChangesAreMade(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            ExpectedSettings before = ExpectedSettings.of(step.before());
            Option<ExpectedSettings> expected =
                    switch (step.command()) {
                        case Command.ChangeAsAdmin(Address by, SettingsAction action) when isAdmin(step, by) ->
                            before.after(Array.of(action));
                        case Command.HandOver(Address by, AdminControl next) when isAdmin(step, by) ->
                            Option.some(before.withAdmin(next));
                        case Command.Execute(Address by, long index)
                        when holds(step, by, Permission.CAN_EXECUTE) && isFresh(step, index) && isReleased(step, index) ->
                            actions(step, index).flatMap(before::after);
                        case Command other -> Option.none();
                    };
            expected.forEach(settings -> {
                assertTrue(step.isAccepted(), step::toString);
                assertEquals(settings, ExpectedSettings.of(step.after()), step::toString);
            });
        }
    }

    private static boolean holds(GeneratedHistory.Step step, Address by, Permission permission) {
        return step.before().settings().roster().signers().exists(signer ->
                signer.address().equals(by) && (signer.permissions().mask() & permission.bit()) != 0);
    }

    private static boolean isAdmin(GeneratedHistory.Step step, Address by) {
        return step.before().settings().admin().equals(new AdminControl.HeldBy(by));
    }

    private static boolean isFresh(GeneratedHistory.Step step, long index) {
        return index > step.before().settings().staleTransactionIndex();
    }

    private static Option<Proposal> proposal(GeneratedHistory.Step step, long index) {
        return step.before().transactions().get(index).flatMap(ManagedTransaction::proposal);
    }

    private static boolean isRecordable(GeneratedHistory.Step step, TransactionContent content) {
        return !(content instanceof TransactionContent.SettingsChange(Array<SettingsAction> actions))
                || (step.before().settings().admin() instanceof AdminControl.None
                        && !actions.isEmpty()
                        && actions.forAll(action -> !(action instanceof SettingsAction.SetTimeLock(TimeLock next))
                                || next.seconds() <= 90L * 86_400));
    }

    private static boolean isOpen(GeneratedHistory.Step step, long index, Vote vote, Proposal proposal) {
        return vote == Vote.CANCEL
                ? proposal instanceof Proposal.Approved
                : proposal instanceof Proposal.Active && isFresh(step, index);
    }

    private static boolean hasCast(Ballot ballot, Address by, Vote vote) {
        return switch (vote) {
            case APPROVE -> ballot.approvals().contain(by);
            case REJECT -> ballot.rejections().contain(by);
            case CANCEL -> ballot.cancellations().contain(by);
        };
    }

    private static boolean isReleased(GeneratedHistory.Step step, long index) {
        Settings settings = step.before().settings();
        return proposal(step, index).exists(proposal -> proposal instanceof Proposal.Approved
                && step.at().secondsSince(proposal.since()) >= settings.timeLock().seconds());
    }

    private static Option<Array<SettingsAction>> actions(GeneratedHistory.Step step, long index) {
        return step.before().transactions().get(index).flatMap(ManagedTransaction::content).flatMap(content ->
                content instanceof TransactionContent.SettingsChange(Array<SettingsAction> actions)
                        ? Option.some(actions)
                        : Option.none());
    }
}
