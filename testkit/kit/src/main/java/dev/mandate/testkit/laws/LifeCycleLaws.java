package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.GeneratedHistory;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** From the creation of an account and of a transaction to its end. */
public abstract class LifeCycleLaws extends HistoryLaws {

    @Provide
    Arbitrary<Command.CreateAccount> creations() {
        return AccountSettings.creations(tested().participants());
    }

    @Law(
            id = "life-cycle-1",
            says = "A valid account is created as asked, with its signers in the order of their addresses and no transaction.",
            source = "Squads v4, multisig_create_v2",
            forAll = "valid creations")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void anAccountIsCreatedAsAsked(@ForAll("creations") Command.CreateAccount create) {
        Settings settings = tested().apply(Option.none(), create, new UnixTime(0))
                .getOrElseThrow(why -> new AssertionError(why.toString()))
                .settings();
        assertEquals(create.signers().sortBy(Signer::address), settings.roster().signers().toArray());
        assertEquals(create.threshold(), settings.roster().threshold());
        assertEquals(create.timeLock(), settings.timeLock());
        assertEquals(create.admin(), settings.admin());
        assertEquals(create.rentCollector(), settings.rentCollector());
        assertEquals(0, settings.transactionIndex());
        assertEquals(0, settings.staleTransactionIndex());
    }

    @Law(
            id = "life-cycle-2",
            says = "A proposal goes from draft to active, to approved or rejected, and from approved to executed or cancelled; an end stays as it is.",
            source = "Squads v4, ProposalStatus",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aProposalGoesForward(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.accepted()) {
            for (ManagedTransaction before : step.before().transactions().values()) {
                Option<Proposal> after = step.after().transactions().get(before.index()).flatMap(ManagedTransaction::proposal);
                if (step.command() instanceof Command.Close(long index, Address collector) && index == before.index()) {
                    continue;
                }
                before.proposal().forEach(proposal -> assertTrue(
                        after.exists(next -> next.equals(proposal) || follows(proposal, next)), step::toString));
            }
        }
    }

    @Law(
            id = "life-cycle-3",
            says = "A transaction is executed at most once.",
            source = "Squads v4, vault_transaction_execute and config_transaction_execute: InvalidProposalStatus",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aTransactionIsExecutedAtMostOnce(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver.onEachExecution(history, (observer, execution) ->
                assertEquals(0, observer.of(execution.index()).executions, execution::toString));
    }

    @Law(
            id = "life-cycle-4",
            says = "A transaction that was rejected or cancelled is never executed.",
            source = "Squads v4: Rejected and Cancelled are ends",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aRejectedOrCancelledTransactionIsNeverExecuted(@ForAll(HISTORIES) GeneratedHistory history) {
        HistoryObserver.onEachExecution(history, (observer, execution) ->
                assertFalse(observer.of(execution.index()).dead, execution::toString));
    }

    @Law(
            id = "life-cycle-5",
            says = "What is closed is gone, settings stay as they were, and nothing is executed at its index.",
            source = "Squads v4, vault_transaction_accounts_close and config_transaction_accounts_close",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void aClosedTransactionIsRemoved(@ForAll(HISTORIES) GeneratedHistory history) {
        Set<Long> closed = new HashSet<>();
        for (GeneratedHistory.Step step : history.accepted()) {
            if (step.command() instanceof Command.Close(long index, Address collector)) {
                closed.add(index);
                assertTrue(step.after().transactions().get(index).isEmpty(), step::toString);
                assertEquals(step.before().settings(), step.after().settings(), step::toString);
            }
            if (step.command() instanceof Command.Execute(Address by, long index)) {
                assertFalse(closed.contains(index), step::toString);
            }
        }
    }

    @Law(
            id = "life-cycle-6",
            says = "A transaction that ended or is stale can be closed towards the rent collector, and no other one; an approved vault transaction never.",
            source = "Squads v4, …_accounts_close: InvalidProposalStatus, InvalidRentCollector, RentReclamationDisabled",
            forAll = HISTORIES + ", each index at its end, and each person as collector")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void endedAndStaleTransactionsCanBeClosed(@ForAll(HISTORIES) GeneratedHistory history) {
        SmartAccount account = history.account();
        Settings settings = account.settings();
        for (long index = 1; index <= settings.transactionIndex() + 1; index++) {
            boolean over = account.transactions().get(index).exists(there -> isOver(there, settings.staleTransactionIndex()));
            for (Address collector : tested().participants().people()) {
                assertEquals(
                        over && settings.rentCollector().contains(collector),
                        decide(account, new Command.Close(index, collector), history.now()).isRight());
            }
        }
    }

    @Law(
            id = "life-cycle-7",
            says = "An approved transaction that is orphaned, opaque or a stale change cannot be executed.",
            source = "ManagedTransaction.canBeExecutedUnder: the state that clients are shown",
            forAll = HISTORIES + ", and each approved transaction at its end")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void orphanedOpaqueAndStaleTransactionsAreNotExecuted(@ForAll(HISTORIES) GeneratedHistory history) {
        SmartAccount account = history.account();
        for (ManagedTransaction transaction : account.transactions().values()) {
            if (transaction.proposal().exists(Proposal.Approved.class::isInstance)
                    && !transaction.canBeExecutedUnder(account.settings())) {
                assertTrue(direct().execute(account, transaction.index(), history.now()).isLeft());
            }
        }
    }

    private static boolean follows(Proposal before, Proposal after) {
        return switch (before) {
            case Proposal.Draft draft -> after instanceof Proposal.Active;
            case Proposal.Active active ->
                after instanceof Proposal.Active || after instanceof Proposal.Approved || after instanceof Proposal.Rejected;
            case Proposal.Approved approved ->
                after.ballot().approvals().equals(approved.ballot().approvals())
                        && (after instanceof Proposal.Approved
                                || after instanceof Proposal.Executed
                                || after instanceof Proposal.Cancelled);
            case Proposal.Executed executed -> false;
            case Proposal.Rejected rejected -> false;
            case Proposal.Cancelled cancelled -> false;
        };
    }

    private static boolean isOver(ManagedTransaction transaction, long staleUpTo) {
        boolean stale = transaction.index() <= staleUpTo;
        boolean change = transaction.content().exists(TransactionContent.SettingsChange.class::isInstance);
        return transaction.content().isDefined()
                && transaction.proposal()
                        .map(proposal -> switch (proposal) {
                            case Proposal.Draft draft -> stale;
                            case Proposal.Active active -> stale;
                            case Proposal.Approved approved -> stale && change;
                            case Proposal.Executed executed -> true;
                            case Proposal.Rejected rejected -> true;
                            case Proposal.Cancelled cancelled -> true;
                        })
                        .getOrElse(stale);
    }
}
