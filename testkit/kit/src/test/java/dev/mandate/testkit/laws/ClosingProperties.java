package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.HistoryParticipants;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** When a transaction's rent can be reclaimed, and what remains. */
class ClosingProperties implements HistoryLaw {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsOverCanBeClosedTowardsTheRentCollectorAndNothingElseCan(@ForAll("histories") GeneratedHistory history) {
        SmartAccount account = history.account();
        for (long index = 1; index <= account.settings().transactionIndex() + 1; index++) {
            Option<ManagedTransaction> transaction = account.transactions().get(index);
            for (Address collector : HistoryParticipants.STANDARD.people()) {
                boolean over = transaction.exists(there -> isOver(there, account.settings().staleTransactionIndex()));
                boolean collects = account.settings().rentCollector().contains(collector);
                assertEquals(
                        over && collects,
                        RULES.decide(account, new Command.Close(index, collector), history.now()).isRight());
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsClosedIsGoneAndNothingAtItsIndexIsEverExecuted(@ForAll("histories") GeneratedHistory history) {
        Set<Long> closed = new HashSet<>();
        for (GeneratedHistory.Step step : history.accepted()) {
            if (step.command() instanceof Command.Close(long index, Address collector)) {
                closed.add(index);
                assertTrue(step.after().transactions().get(index).isEmpty(), step::toString);
                assertEquals(step.before().settings(), step.after().settings(), step::toString);
            }
            if (step.command() instanceof Command.Execute(Address by, long index)) {
                assertTrue(!closed.contains(index), step::toString);
            }
        }
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
