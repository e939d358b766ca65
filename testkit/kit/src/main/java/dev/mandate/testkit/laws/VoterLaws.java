package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.HistoryParticipants;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** The reported voters: who may vote, and who is asked to vote. */
public abstract class VoterLaws extends DeciderLaws {

    @Law(
            id = "voters-1",
            says = "Those named as voters of a transaction are those of whom the rules take a vote.",
            source = "Squads v4, proposal_approve, proposal_reject, proposal_cancel",
            forAll = HISTORIES + ", each transaction at its end, and each person")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void votersAreThoseTheRulesAccept(@ForAll(HISTORIES) GeneratedHistory history) {
        SmartAccount account = history.account();
        for (ManagedTransaction transaction : account.transactions().values()) {
            Array<Address> voters = transaction.votersUnder(account.settings());
            Statistics.collect(voters.isEmpty());
            for (Address person : HistoryParticipants.STANDARD.people()) {
                assertEquals(
                        Array.of(Vote.values()).exists(vote -> takes(history, transaction, person, vote)),
                        voters.contains(person),
                        () -> person + " on " + transaction);
            }
        }
        Statistics.coverage(coverage -> {
            coverage.check(true).count(count -> count > 0);
            coverage.check(false).count(count -> count > 0);
        });
    }

    @Law(
            id = "voters-2",
            says = "Those asked for a vote are those of whom the rules take it, and those who would take back a vote come last.",
            source = "Squads v4, as before; a remedy names who must still sign",
            forAll = HISTORIES + ", each transaction at its end, and each kind of vote")
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void requestedVotersMayVote(@ForAll(HISTORIES) GeneratedHistory history) {
        SmartAccount account = history.account();
        for (ManagedTransaction transaction : account.transactions().values()) {
            Ballot ballot = transaction.proposal().map(Proposal::ballot).getOrElse(Ballot.EMPTY);
            for (Vote vote : Vote.values()) {
                Array<Address> voters = transaction.votersUnder(account.settings());
                Array<Address> asked = ballot.electorate(vote, voters);
                if (isOnIt(transaction, vote)) {
                    assertEquals(
                            HashSet.ofAll(HistoryParticipants.STANDARD.people()).filter(one -> takes(history, transaction, one, vote)),
                            HashSet.ofAll(asked),
                            () -> vote + " on " + transaction);
                }
                Array<Boolean> takeBack = asked.map(one -> hasSaidOtherwise(ballot, vote, one));
                Statistics.collect(takeBack.exists(there -> there));
                assertEquals(takeBack.sorted(), takeBack, () -> vote + " on " + transaction);
                assertTrue(voters.containsAll(asked));
            }
        }
        Statistics.coverage(coverage -> coverage.check(true).count(count -> count > 0));
    }

    private boolean takes(GeneratedHistory history, ManagedTransaction transaction, Address by, Vote vote) {
        return decide(history.account(), new Command.CastVote(by, transaction.index(), vote), history.now())
                .isRight();
    }

    /** Returns whether this kind of vote is possible now. */
    private static boolean isOnIt(ManagedTransaction transaction, Vote vote) {
        return transaction.proposal().exists(vote == Vote.CANCEL ? Proposal.Approved.class::isInstance : Proposal.Active.class::isInstance);
    }

    private static boolean hasSaidOtherwise(Ballot ballot, Vote vote, Address by) {
        return switch (vote) {
            case APPROVE -> ballot.rejections().contain(by);
            case REJECT -> ballot.approvals().contain(by);
            case CANCEL -> false;
        };
    }
}
