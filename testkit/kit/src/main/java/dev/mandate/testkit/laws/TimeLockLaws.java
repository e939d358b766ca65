package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.testkit.generators.GeneratedHistory;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** How long an approved transaction waits. */
public abstract class TimeLockLaws extends HistoryLaws {

    @Law(
            id = "time-lock-1",
            says = "Nothing is executed before the time lock in force has passed since the last approval.",
            source = "Squads v4, vault_transaction_execute and config_transaction_execute: TimeLockNotReleased",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void executionWaitsForTheTimeLock(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver.onEachExecution(history, (observer, execution) -> {
            long waited = execution.at().secondsSince(observer.of(execution.index()).lastApproval);
            assertTrue(waited >= observer.settings().timeLock().seconds(), execution::toString);
        });
    }

    @Law(
            id = "time-lock-2",
            says = "An approved vault transaction can be executed from the second at which the time lock ends, stale or not, and not before.",
            source = "Squads v4, vault_transaction_execute: no check of staleness; now − approvedAt ≥ time lock",
            forAll = HISTORIES + ", and each approved vault transaction at its end")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void theLockEndsOnTheSecond(@ForAll(HISTORIES) GeneratedHistory history) {
        SmartAccount account = history.account();
        for (ManagedTransaction transaction : account.transactions().values()) {
            for (Proposal proposal : transaction.proposal()) {
                if (proposal instanceof Proposal.Approved
                        && transaction.content().exists(TransactionContent.VaultInstructions.class::isInstance)) {
                    assertTrue(transaction.canBeExecutedUnder(account.settings()));
                    Command execute = DirectExecution.executing(account, transaction.index());
                    UnixTime released = proposal.since().plusSeconds(account.settings().timeLock().seconds());
                    boolean passed = released.isBefore(history.now());
                    if (history.now().isBefore(released)) {
                        assertTrue(decide(account, execute, released.plusSeconds(-1)).isLeft(), execute::toString);
                    }
                    assertTrue(decide(account, execute, passed ? history.now() : released).isRight(), execute::toString);
                }
            }
        }
    }
}
