package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.GeneratedHistory;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** How many votes decide, and whose. */
public abstract class ThresholdLaws extends HistoryLaws {

    @Law(
            id = "threshold-1",
            says = "Nothing is executed without exactly as many distinct approvals, by voters, as the threshold asked for at the last one.",
            source = "Squads v4, proposal_approve: Approved once approvals reach the threshold in force",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void anExecutionHasTheApprovalsThatTheThresholdAsks(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver.onEachExecution(history, (observer, execution) -> {
            HistoryObserver.Dossier seen = observer.of(execution.index());
            assertEquals(seen.thresholdThen, seen.approvals.size(), execution::toString);
            assertTrue(seen.votersThen.containsAll(seen.approvals), execution::toString);
        });
    }

    @Law(
            id = "threshold-2",
            says = "A vote for the other side moves the vote, and no vote counts twice or for both sides.",
            source = "Squads v4, proposal_approve and proposal_reject: each takes back the voter's other vote",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aVoteCountsOnce(@ForAll(HISTORIES) GeneratedHistory history) {
        onEachVote(history, (observer, vote, step) -> {
            Ballot ballot = proposal(step, vote.index()).ballot();
            HistoryObserver.Dossier seen = observer.of(vote.index());
            assertEquals(seen.approvals, ballot.approvals().toArray().toJavaSet(), step::toString);
            assertEquals(seen.rejections, ballot.rejections().toArray().toJavaSet(), step::toString);
            assertEquals(seen.cancellations, ballot.cancellations().toArray().toJavaSet(), step::toString);
            assertEquals(seen.approvals.size(), ballot.approvals().count());
            assertEquals(seen.rejections.size(), ballot.rejections().count());
        });
    }

    @Law(
            id = "threshold-3",
            says = "A vote decides at the moment at which its side has enough, and not before.",
            source = "Squads v4, proposal_approve: the threshold; proposal_reject: voters − threshold + 1; proposal_cancel: the threshold",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aVoteDecidesWhenItsSideHasEnough(@ForAll(HISTORIES) GeneratedHistory history) {
        onEachVote(history, (observer, vote, step) -> {
            HistoryObserver.Dossier seen = observer.of(vote.index());
            Class<? extends Proposal> expected =
                    switch (vote.vote()) {
                        case APPROVE ->
                            seen.approvals.size() >= seen.thresholdThen
                                    ? Proposal.Approved.class
                                    : Proposal.Active.class;
                        case REJECT -> seen.turnedDown ? Proposal.Rejected.class : Proposal.Active.class;
                        case CANCEL -> seen.turnedDown ? Proposal.Cancelled.class : Proposal.Approved.class;
                    };
            assertEquals(expected, proposal(step, vote.index()).getClass(), step::toString);
        });
    }

    @Law(
            id = "threshold-4",
            says = "Nobody casts the same vote twice.",
            source = "Squads v4: AlreadyApproved, AlreadyRejected, AlreadyCancelled",
            forAll = HISTORIES + ", each transaction at its end, and each voter")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void theSameVoteIsNotCastTwice(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver observer = HistoryObserver.ofAll(history);
        for (ManagedTransaction transaction : history.account().transactions().values()) {
            HistoryObserver.Dossier seen = observer.of(transaction.index());
            if (transaction.proposal().exists(Proposal.Active.class::isInstance)) {
                assertRefused(history, observer, transaction, Vote.APPROVE, seen.approvals);
                assertRefused(history, observer, transaction, Vote.REJECT, seen.rejections);
            } else if (transaction.proposal().exists(Proposal.Approved.class::isInstance)) {
                assertRefused(history, observer, transaction, Vote.CANCEL, seen.cancellations);
            }
        }
    }

    private void assertRefused(
            GeneratedHistory history, HistoryObserver observer, ManagedTransaction transaction, Vote vote, Set<Address> voted) {
        for (Address voter : observer.voters()) {
            if (voted.contains(voter)) {
                Command again = new Command.CastVote(voter, transaction.index(), vote);
                assertTrue(decide(history.account(), again, history.now()).isLeft(), again::toString);
            }
        }
    }

    private interface VoteLaw {
        void check(HistoryObserver observer, Command.CastVote vote, GeneratedHistory.Step step);
    }

    private static void onEachVote(GeneratedHistory history, VoteLaw law) {
        HistoryObserver observer = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            observer.see(step);
            if (step.isAccepted() && step.command() instanceof Command.CastVote vote) {
                law.check(observer, vote, step);
            }
        }
    }

    private static Proposal proposal(GeneratedHistory.Step step, long index) {
        return step.after().transactions().get(index).get().proposal().get();
    }
}
