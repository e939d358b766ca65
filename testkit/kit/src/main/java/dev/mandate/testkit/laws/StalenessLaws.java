package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.GeneratedHistory;
import io.vavr.collection.Array;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What a change of settings does to transactions that were there before. */
public abstract class StalenessLaws extends HistoryLaws {

    @Law(
            id = "staleness-1",
            says = "A change of signers, threshold, time lock or admin makes stale all transactions so far, and nothing else does.",
            source = "Squads v4, invalidate_prior_transactions: stale index = transaction index",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aGovernanceChangeMakesTransactionsStale(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver observer = new HistoryObserver(history);
        for (GeneratedHistory.Step step : history.steps()) {
            observer.see(step);
            assertEquals(observer.staleUpTo(), step.after().settings().staleTransactionIndex(), step::toString);
            assertEquals(observer.created(), step.after().settings().transactionIndex(), step::toString);
        }
    }

    @Law(
            id = "staleness-2",
            says = "A stale change of settings is never executed.",
            source = "Squads v4, config_transaction_execute: StaleProposal",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aStaleChangeIsNotExecuted(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver.onEachExecution(history, (observer, execution) -> {
            if (observer.of(execution.index()).content instanceof TransactionContent.SettingsChange) {
                assertTrue(execution.index() > observer.staleUpTo(), execution::toString);
            }
        });
    }

    @Law(
            id = "staleness-3",
            says = "Of two approved changes of the threshold, each makes the other one impossible.",
            source = "Squads v4, config_transaction_execute: StaleProposal, Approved or not",
            forAll = WITHOUT_ADMIN + ", then two changes in either order")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void anApprovedChangeDiesByAnother(@ForAll(WITHOUT_ADMIN) GeneratedHistory history) {
        SmartAccount account = history.account();
        UnixTime now = history.now();
        Threshold threshold = account.settings().roster().threshold();
        TransactionContent change =
                new TransactionContent.SettingsChange(Array.of(new SettingsAction.ChangeThreshold(threshold)));
        SmartAccount both = direct().approved(direct().approved(account, change, now), change, now);
        long newest = both.settings().transactionIndex();
        for (long first : List.of(newest - 1, newest)) {
            long second = first == newest ? newest - 1 : newest;
            SmartAccount changed = direct().execute(both, first, now)
                    .getOrElseThrow(why -> new AssertionError(why.toString()));
            assertTrue(direct().execute(changed, second, now).isLeft());
        }
    }

    @Law(
            id = "staleness-4",
            says = "A stale transaction is not proposed, opened, approved or rejected.",
            source = "Squads v4, proposal_create, proposal_activate, proposal_approve, proposal_reject: StaleProposal",
            forAll = HISTORIES + ", each stale transaction at its end, and each signer")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aStaleTransactionStays(@ForAll(HISTORIES) GeneratedHistory history) {
        SmartAccount account = history.account();
        for (long index = 1; index <= HistoryObserver.ofAll(history).staleUpTo(); index++) {
            for (Address by : account.settings().roster().signers().map(Signer::address)) {
                for (Command command : List.of(
                        new Command.CreateProposal(by, index, false),
                        new Command.CreateProposal(by, index, true),
                        new Command.ActivateProposal(by, index),
                        new Command.CastVote(by, index, Vote.APPROVE),
                        new Command.CastVote(by, index, Vote.REJECT))) {
                    assertTrue(decide(account, command, history.now()).isLeft(), command::toString);
                }
            }
        }
    }
}
