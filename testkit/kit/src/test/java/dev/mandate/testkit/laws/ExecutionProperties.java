package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.GeneratedHistory;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.List;
import java.util.function.BiConsumer;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** When a transaction can be executed, and when never. */
class ExecutionProperties implements HistoryLaw {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    @Property(edgeCases = EdgeCasesMode.NONE)
    void nothingIsExecutedWithoutAsManyDistinctApprovalsAsTheThresholdOfTheLastOneAsked(
            @ForAll("histories") GeneratedHistory history) {
        onEachExecution(history, (witness, execution) -> {
            HistoryObserver.Dossier seen = witness.of(execution.index());
            assertEquals(seen.thresholdThen, seen.approvals.size(), execution::toString);
            assertTrue(seen.votersThen.containsAll(seen.approvals), execution::toString);
        });
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void nothingIsExecutedBeforeTheTimeLockInForceHasPassedSinceTheLastApproval(@ForAll("histories") GeneratedHistory history) {
        onEachExecution(history, (witness, execution) -> {
            long waited = execution.at().seconds() - witness.of(execution.index()).lastApproval.seconds();
            assertTrue(waited >= witness.settings().timeLock().seconds(), execution::toString);
        });
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aStaleSettingsChangeIsNeverExecuted(@ForAll("histories") GeneratedHistory history) {
        onEachExecution(history, (witness, execution) -> {
            if (witness.of(execution.index()).content instanceof TransactionContent.SettingsChange) {
                assertTrue(execution.index() > witness.staleUpTo(), execution::toString);
            }
        });
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void anApprovedSettingsChangeDiesWhenSettingsChangeBeforeItIsExecuted(@ForAll("histories") GeneratedHistory history) {
        SmartAccount account = history.account();
        Assume.that(account.settings().admin() instanceof AdminControl.None);
        UnixTime now = history.now();
        Threshold threshold = account.settings().roster().threshold();
        TransactionContent change =
                new TransactionContent.SettingsChange(Array.of(new SettingsAction.ChangeThreshold(threshold)));
        SmartAccount both = DirectExecution.approved(DirectExecution.approved(account, change, now), change, now);
        long newest = both.settings().transactionIndex();
        for (long first : List.of(newest - 1, newest)) {
            long second = first == newest ? newest - 1 : newest;
            SmartAccount changed = DirectExecution.fold(both, DirectExecution.execute(both, first, now).get());
            assertEquals(
                    Either.left(new Refusal.ProposalStays(second, new ProposalRefusal.Stale(second, newest))),
                    DirectExecution.execute(changed, second, now));
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void whatIsStaleIsNeitherProposedNorOpenedNorVotedOn(@ForAll("histories") GeneratedHistory history) {
        HistoryObserver witness = new HistoryObserver(history);
        history.steps().forEach(witness::see);
        SmartAccount account = history.account();
        for (long index = 1; index <= witness.staleUpTo(); index++) {
            for (Signer signer : account.settings().roster().signers()) {
                Address by = signer.address();
                for (Command command : List.of(
                        new Command.CreateProposal(by, index, false),
                        new Command.CreateProposal(by, index, true),
                        new Command.ActivateProposal(by, index),
                        new Command.CastVote(by, index, Vote.APPROVE),
                        new Command.CastVote(by, index, Vote.REJECT))) {
                    assertTrue(RULES.decide(account, command, history.now()).isLeft(), command::toString);
                }
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aRejectedOrCancelledTransactionIsNeverExecuted(@ForAll("histories") GeneratedHistory history) {
        onEachExecution(history, (witness, execution) -> assertFalse(
                witness.of(execution.index()).dead, execution::toString));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aTransactionIsExecutedAtMostOnceAndByAnExecutor(@ForAll("histories") GeneratedHistory history) {
        onEachExecution(history, (witness, execution) -> {
            assertEquals(0, witness.of(execution.index()).executions, execution::toString);
            assertTrue(
                    witness.settings()
                            .roster()
                            .signers()
                            .exists(signer -> signer.address().equals(execution.by())
                                    && signer.may(Permission.CAN_EXECUTE)),
                    execution::toString);
        });
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void whatAVaultSignsCanBeExecutedOnceApprovedHoweverMuchTheSettingsChanged(@ForAll("histories") GeneratedHistory history) {
        SmartAccount account = history.account();
        Address executor = account.settings()
                .roster()
                .signers()
                .find(signer -> signer.may(Permission.CAN_EXECUTE))
                .map(Signer::address)
                .get();
        for (ManagedTransaction transaction : account.transactions().values()) {
            boolean approved = transaction.proposal().exists(Proposal.Approved.class::isInstance);
            if (approved && transaction.content().exists(TransactionContent.VaultInstructions.class::isInstance)) {
                assertTrue(transaction.canBeExecutedUnder(account.settings()));
                UnixTime released = transaction.proposal().get().since()
                        .plusSeconds(account.settings().timeLock().seconds());
                assertTrue(RULES.decide(account, new Command.Execute(executor, transaction.index()), released)
                        .isRight());
                assertEquals(
                        account.settings().timeLock().seconds() == 0,
                        RULES.decide(
                                        account,
                                        new Command.Execute(executor, transaction.index()),
                                        transaction.proposal().get().since())
                                .isRight());
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aReVoteMovesAVoteAndIsNeverCountedTwice(@ForAll("histories") GeneratedHistory history) {
        HistoryObserver witness = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            witness.see(step);
            if (step.isAccepted() && step.command() instanceof Command.CastVote vote) {
                var ballot = step.after().transactions().get(vote.index()).get().proposal().get().ballot();
                HistoryObserver.Dossier seen = witness.of(vote.index());
                assertEquals(seen.approvals, ballot.approvals().toArray().toJavaSet(), step::toString);
                assertEquals(seen.rejections, ballot.rejections().toArray().toJavaSet(), step::toString);
                assertEquals(seen.cancellations, ballot.cancellations().toArray().toJavaSet(), step::toString);
                assertEquals(seen.approvals.size(), ballot.approvals().count());
                assertEquals(seen.rejections.size(), ballot.rejections().count());
            }
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void nobodyCastsTheSameVoteTwice(@ForAll("histories") GeneratedHistory history) {
        HistoryObserver witness = new HistoryObserver(history);
        history.steps().forEach(witness::see);
        SmartAccount account = history.account();
        for (ManagedTransaction transaction : account.transactions().values()) {
            HistoryObserver.Dossier seen = witness.of(transaction.index());
            boolean approved = transaction.proposal().exists(Proposal.Approved.class::isInstance);
            boolean open = transaction.proposal().exists(Proposal.Active.class::isInstance)
                    && transaction.index() > witness.staleUpTo();
            for (Address voter : witness.voters()) {
                assertRefusedIf(open && seen.approvals.contains(voter), history, voter, transaction, Vote.APPROVE);
                assertRefusedIf(open && seen.rejections.contains(voter), history, voter, transaction, Vote.REJECT);
                assertRefusedIf(
                        approved && seen.cancellations.contains(voter), history, voter, transaction, Vote.CANCEL);
            }
        }
    }

    private static void assertRefusedIf(
            boolean voted, GeneratedHistory history, Address voter, ManagedTransaction transaction, Vote vote) {
        if (voted) {
            assertEquals(
                    Either.left(new Refusal.ProposalStays(
                            transaction.index(), new ProposalRefusal.AlreadyVoted(voter, vote))),
                    RULES.decide(
                            history.account(),
                            new Command.CastVote(voter, transaction.index(), vote),
                            history.now()));
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void whatAnApprovalCannotLeadToTheExecutionOfIsNotExecuted(@ForAll("histories") GeneratedHistory history) {
        SmartAccount account = history.account();
        for (ManagedTransaction transaction : account.transactions().values()) {
            boolean approved = transaction.proposal().exists(Proposal.Approved.class::isInstance);
            if (approved && !transaction.canBeExecutedUnder(account.settings())) {
                UnixTime since = transaction.proposal().get().since();
                assertTrue(DirectExecution.execute(account, transaction.index(), since).isLeft());
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aVoteDecidesAtTheVeryMomentAtWhichItsSideHasEnough(@ForAll("histories") GeneratedHistory history) {
        HistoryObserver witness = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            witness.see(step);
            if (step.isAccepted() && step.command() instanceof Command.CastVote vote) {
                Proposal after = step.after().transactions().get(vote.index()).get().proposal().get();
                HistoryObserver.Dossier seen = witness.of(vote.index());
                Class<? extends Proposal> expected =
                        switch (vote.vote()) {
                            case APPROVE ->
                                seen.approvals.size() >= seen.thresholdThen
                                        ? Proposal.Approved.class
                                        : Proposal.Active.class;
                            case REJECT -> seen.turnedDown ? Proposal.Rejected.class : Proposal.Active.class;
                            case CANCEL -> seen.turnedDown ? Proposal.Cancelled.class : Proposal.Approved.class;
                        };
                assertEquals(expected, after.getClass(), step::toString);
            }
        }
    }

    /** An accepted execution. */
    private record Execution(long index, Address by, UnixTime at) {}

    private static void onEachExecution(GeneratedHistory history, BiConsumer<HistoryObserver, Execution> law) {
        HistoryObserver witness = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            if (step.isAccepted() && step.command() instanceof Command.Execute(Address by, long index)) {
                law.accept(witness, new Execution(index, by, step.at()));
            }
            witness.see(step);
        }
    }
}
