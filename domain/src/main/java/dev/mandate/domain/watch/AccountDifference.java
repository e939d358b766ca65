package dev.mandate.domain.watch;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.watch.AccountChange.LimitChanged;
import dev.mandate.domain.watch.AccountChange.LimitStep;
import dev.mandate.domain.watch.AccountChange.TransactionChanged;
import dev.mandate.domain.watch.AccountChange.TransactionStep;
import dev.mandate.domain.watch.WatchedAccount.WatchedLimit;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * The changes that lead from what was told to what the chain shows, where no history tells them. Their fold is what is shown. What
 * happened and left no trace is not among them.
 */
public final class AccountDifference {

    private final WatchedAccount told;
    private final UnixTime now;
    private final List<AccountChange> changes = new ArrayList<>();

    private AccountDifference(WatchedAccount told, UnixTime now) {
        this.told = told;
        this.now = now;
    }

    /** The account with the changes so far. */
    private WatchedAccount account() {
        return Array.ofAll(changes).foldLeft(told, WatchedAccount::after);
    }

    /**
     * The changes.
     *
     * @param shown with transactions that nothing can happen to any more, as far as they were not told
     * @param now the chain's time at which {@code shown} was read
     */
    public static Array<AccountChange> between(WatchedAccount told, WatchedAccount shown, UnixTime now) {
        AccountDifference difference = new AccountDifference(told, now);
        difference.find(shown);
        return Array.ofAll(difference.changes);
    }

    /**
     * The changes after a fork took back what was told.
     *
     * @param dropped indexes of the transactions of the account that were told of
     */
    public static Array<AccountChange> afterFork(WatchedAccount told, Array<Long> dropped, WatchedAccount shown, UnixTime now) {
        AccountDifference difference = new AccountDifference(told, now);
        dropped.forEach(index -> difference.tell(new TransactionChanged(
                TransactionStep.DROPPED, index, Option.none(), shown.settings(), shown.transaction(index))));
        difference.find(shown);
        return Array.ofAll(difference.changes);
    }

    private void find(WatchedAccount shown) {
        counted(shown.settings());
        Array<Long> executed = shown.transactions()
                .filter(one -> one.transaction().proposal().exists(Proposal.Executed.class::isInstance))
                .map(WatchedTransaction::index);
        AccountReplay.settings(account(), shown.settings()).reject(change -> AccountReplay.outdates(change, executed)).forEach(this::tell);
        Array.ofAll(account().transactions().map(WatchedTransaction::index))
                .appendAll(shown.transactions().map(WatchedTransaction::index))
                .distinct()
                .sorted()
                .forEach(index -> transaction(index, account().transaction(index), shown.transaction(index)));
        account().limits()
                .filter(one -> shown.limit(one.address()).isEmpty())
                .forEach(one -> tell(LimitChanged.of(LimitStep.REMOVED, one.address(), Option.none())));
        shown.limits().forEach(this::limit);
    }

    /** Transactions that were recorded and closed meanwhile leave nothing but the count. */
    private void counted(Settings shown) {
        if (shown.transactionIndex() > account().settings().transactionIndex()) {
            tell(new TransactionChanged(
                    TransactionStep.CORRECTED, shown.transactionIndex(), Option.none(), account().settings(), Option.none()));
        }
    }

    private void tell(AccountChange change) {
        changes.add(change);
    }

    private void transaction(long index, Option<WatchedTransaction> told, Option<WatchedTransaction> shown) {
        if (told.equals(shown)) {
            return;
        }
        if (shown.isEmpty()) {
            tell(new TransactionChanged(TransactionStep.CLOSED, index, Option.none(), account().settings(), Option.none()));
            return;
        }
        WatchedTransaction there = shown.get();
        if (told.isEmpty() && there.transaction().content().isDefined()) {
            step(TransactionStep.RECORDED, there, there.proposer(), Option.none());
        }
        Option<Proposal> before = told.flatMap(one -> one.transaction().proposal());
        there.transaction().proposal().forEach(proposal -> proposal(there, before, proposal));
        if (!account().transaction(index).equals(account().after(corrected(there)).transaction(index))) {
            tell(corrected(there));
        }
    }

    private TransactionChanged corrected(WatchedTransaction there) {
        return new TransactionChanged(TransactionStep.CORRECTED, there.index(), Option.none(), account().settings(), Option.some(there));
    }

    private void proposal(WatchedTransaction there, Option<Proposal> before, Proposal after) {
        boolean isNew = before.isEmpty();
        if (after instanceof Proposal.Draft) {
            if (isNew) {
                step(TransactionStep.DRAFTED, there, Option.none(), Option.some(after));
            }
            return;
        }
        if (isNew || before.get() instanceof Proposal.Draft) {
            step(TransactionStep.PROPOSED, there, Option.none(), Option.some(new Proposal.Active(after.since(), Ballot.EMPTY)));
        }
        Ballot told = before.map(Proposal::ballot).getOrElse(Ballot.EMPTY);
        boolean wasOpen = before.forAll(one -> one instanceof Proposal.Draft || one instanceof Proposal.Active);
        if (wasOpen) {
            votes(there, told, after);
        }
        if (wasOpen && !(after instanceof Proposal.Active) && !(after instanceof Proposal.Rejected)) {
            step(TransactionStep.APPROVED, there, Option.none(), Option.some(new Proposal.Approved(after.since(), approved(after.ballot()))));
        }
        cancellations(there, told, after);
        Option<TransactionStep> end = switch (after) {
            case Proposal.Executed executed -> Option.some(TransactionStep.EXECUTED);
            case Proposal.Rejected rejected -> Option.some(TransactionStep.REJECTED);
            case Proposal.Cancelled cancelled -> Option.some(TransactionStep.CANCELLED);
            case Proposal.Active active -> Option.none();
            case Proposal.Approved approved -> Option.none();
            case Proposal.Draft draft -> Option.none();
        };
        end.filter(step -> !before.exists(one -> one.getClass() == after.getClass()))
                .forEach(step -> step(step, there, Option.none(), Option.some(after)));
    }

    private static Ballot approved(Ballot ballot) {
        return ballot.withCancellationsOf(voter -> false);
    }

    private void votes(WatchedTransaction there, Ballot told, Proposal after) {
        UnixTime since = after.since();
        Ballot ballot = told;
        for (Address voter : after.ballot().rejections().toArray().reject(told.rejections()::contain)) {
            ballot = ballot.rejectedBy(voter);
            step(TransactionStep.VOTED, there, Option.some(voter), Option.some(new Proposal.Active(since, ballot)));
        }
        for (Address voter : after.ballot().approvals().toArray().reject(told.approvals()::contain)) {
            ballot = ballot.approvedBy(voter);
            step(TransactionStep.VOTED, there, Option.some(voter), Option.some(new Proposal.Active(since, ballot)));
        }
    }

    private void cancellations(WatchedTransaction there, Ballot told, Proposal after) {
        Ballot ballot = approved(after.ballot());
        for (Address voter : after.ballot().cancellations().toArray()) {
            ballot = ballot.cancelledBy(voter);
            if (!told.cancellations().contain(voter)) {
                step(TransactionStep.VOTED, there, Option.some(voter), Option.some(new Proposal.Approved(after.since(), ballot)));
            }
        }
    }

    private void step(TransactionStep step, WatchedTransaction there, Option<Address> by, Option<Proposal> proposal) {
        tell(new TransactionChanged(
                step,
                there.index(),
                by,
                account().settings(),
                Option.some(new WatchedTransaction(
                        new ManagedTransaction(there.index(), there.transaction().content(), proposal),
                        there.proposer(),
                        there.executableSince()))));
    }

    private void limit(WatchedLimit shown) {
        Option<SpendingLimit> told = account().limit(shown.address());
        if (told.contains(shown.limit())) {
            return;
        }
        Option<SpendingLimit> after = Option.some(shown.limit());
        if (told.forAll(one -> !one.terms().equals(shown.limit().terms()))) {
            tell(LimitChanged.of(LimitStep.CREATED, shown.address(), after));
            return;
        }
        Option<BaseUnits> used = told.flatMap(
                one -> one.windowAt(now).remaining().minus(shown.limit().windowAt(now).remaining()).filter(amount -> !amount.isZero()));
        tell(new LimitChanged(
                used.isDefined() ? LimitStep.USED : LimitStep.CORRECTED,
                shown.address(),
                Option.none(),
                Option.none(),
                used,
                Option.none(),
                after));
    }
}
