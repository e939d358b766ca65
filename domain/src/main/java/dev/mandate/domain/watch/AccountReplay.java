package dev.mandate.domain.watch;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.watch.AccountChange.LimitChanged;
import dev.mandate.domain.watch.AccountChange.LimitStep;
import dev.mandate.domain.watch.AccountChange.SettingsChanged;
import dev.mandate.domain.watch.AccountChange.TransactionChanged;
import dev.mandate.domain.watch.AccountChange.TransactionStep;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Tells the changes that commands made which the chain has accepted, by the rules of the account. */
public final class AccountReplay {

    private final AccountRules rules;

    public AccountReplay(AccountRules rules) {
        this.rules = rules;
    }

    /**
     * The changes by the commands of one transaction of the chain.
     *
     * @param at the chain's time
     */
    public Array<AccountChange> changes(WatchedAccount before, Seq<Command> commands, UnixTime at) {
        Array<AccountChange> all = Array.empty();
        WatchedAccount account = before;
        for (Command command : commands) {
            Array<AccountChange> some = changes(account, command, at);
            account = some.foldLeft(account, WatchedAccount::after);
            all = all.appendAll(some);
        }
        return withReplacements(all);
    }

    private Array<AccountChange> changes(WatchedAccount before, Command command, UnixTime at) {
        return rules.decide(Option.some(before.toSmartAccount()), command, at)
                .fold(refusal -> unwatched(before, command), events -> ruled(before, events, at));
    }

    /** A transaction that is no longer watched can still be closed. */
    private static Array<AccountChange> unwatched(WatchedAccount account, Command command) {
        return command instanceof Command.Close(long index, Address collector)
                        && index <= account.settings().transactionIndex()
                        && account.transaction(index).isEmpty()
                ? Array.of(new TransactionChanged(TransactionStep.CLOSED, index, Option.none(), account.settings(), Option.none()))
                : Array.empty();
    }

    private Array<AccountChange> ruled(WatchedAccount before, Seq<Event> events, UnixTime at) {
        Array<Long> executed = Array.ofAll(events).flatMap(event -> event instanceof Event.Executed(long index, Address by, UnixTime since)
                ? Option.some(index)
                : Option.<Long>none());
        Array<AccountChange> all = Array.empty();
        WatchedAccount account = before;
        SmartAccount ruled = before.toSmartAccount();
        for (Event event : events) {
            SmartAccount next = rules.evolve(Option.some(ruled), event).get();
            Array<AccountChange> some = change(account, ruled, next, event, at).reject(change -> outdates(change, executed));
            account = some.foldLeft(account, WatchedAccount::after);
            all = all.appendAll(some);
            ruled = next;
        }
        return all;
    }

    /** A change of settings does not outdate the transaction that makes it. */
    static boolean outdates(AccountChange change, Array<Long> indexes) {
        return change instanceof TransactionChanged one && one.step() == TransactionStep.STALE && indexes.contains(one.index());
    }

    private static Array<AccountChange> change(
            WatchedAccount account, SmartAccount before, SmartAccount after, Event event, UnixTime at) {
        return switch (event) {
            case Event.AccountCreated created -> Array.empty();
            case Event.TransactionCreated(long index, Address by, TransactionContent content) ->
                one(account, after, TransactionStep.RECORDED, index, Option.some(by));
            case Event.ProposalDrafted(long index, Address by, UnixTime since) ->
                one(account, after, TransactionStep.DRAFTED, index, Option.some(by));
            case Event.ProposalOpened(long index, Address by, UnixTime since) ->
                one(account, after, TransactionStep.PROPOSED, index, Option.some(by));
            case Event.VoteCast(long index, Address by, Vote vote) -> one(account, after, TransactionStep.VOTED, index, Option.some(by));
            case Event.CancellationLapsed(long index, Address voter) ->
                one(account, after, TransactionStep.LAPSED, index, Option.some(voter));
            case Event.Approved(long index, UnixTime since) -> one(account, after, TransactionStep.APPROVED, index, Option.none());
            case Event.Rejected(long index, UnixTime since) -> one(account, after, TransactionStep.REJECTED, index, Option.none());
            case Event.Cancelled(long index, UnixTime since) -> one(account, after, TransactionStep.CANCELLED, index, Option.none());
            case Event.Executed(long index, Address by, UnixTime since) ->
                one(account, after, TransactionStep.EXECUTED, index, Option.some(by));
            case Event.Closed(long index) -> one(account, after, TransactionStep.CLOSED, index, Option.none());
            case Event.SettingsChanged(Settings next) -> settings(account, next);
            case Event.LimitAdded(Address limit, SpendingLimit opened) ->
                Array.of(LimitChanged.of(LimitStep.CREATED, limit, Option.some(opened)));
            case Event.LimitRemoved(Address limit) -> Array.of(LimitChanged.of(LimitStep.REMOVED, limit, Option.none()));
            case Event.Spent(Address limit, Address by, Address destination, Window window) -> Array.of(new LimitChanged(
                    LimitStep.USED,
                    limit,
                    Option.some(by),
                    Option.some(destination),
                    before.limits().get(limit).flatMap(spent -> spent.windowAt(at).remaining().minus(window.remaining())),
                    Option.none(),
                    after.limits().get(limit)));
        };
    }

    private static Array<AccountChange> one(
            WatchedAccount account, SmartAccount after, TransactionStep step, long index, Option<Address> by) {
        Option<WatchedTransaction> known = account.transaction(index);
        return Array.of(new TransactionChanged(
                step,
                index,
                by,
                after.settings(),
                after.transactions().get(index).map(there -> new WatchedTransaction(
                        there,
                        step == TransactionStep.RECORDED ? by : known.flatMap(WatchedTransaction::proposer),
                        known.flatMap(WatchedTransaction::executableSince)))));
    }

    /** The change of settings, and the transactions that it outdates. */
    static Array<AccountChange> settings(WatchedAccount account, Settings next) {
        Settings before = account.settings();
        return before.equals(next)
                ? Array.empty()
                : Array.<AccountChange>of(new SettingsChanged(before, next))
                        .appendAll(account.transactions()
                                .filter(one -> !one.isFinal() && next.makesStale(one.index()) && !before.makesStale(one.index()))
                                .map(one -> new TransactionChanged(
                                        TransactionStep.STALE, one.index(), Option.none(), next, Option.some(one))));
    }

    /**
     * The time locks that are over at {@code now}, in the order of their ends.
     *
     * @param since the time of what was told last: a time lock that was shortened is over at once
     */
    public static Array<Tuple2<UnixTime, AccountChange>> released(WatchedAccount account, UnixTime since, UnixTime now) {
        return account.transactions()
                .flatMap(one -> one.untoldRelease(account.settings())
                        .filter(release -> !now.isBefore(release))
                        .map(release -> release.isBefore(since) ? since : release)
                        .map(release -> Tuple.of(release, one)))
                .sortBy(each -> each._1.seconds())
                .map(each -> Tuple.of(
                        each._1,
                        new TransactionChanged(
                                TransactionStep.EXECUTABLE,
                                each._2.index(),
                                Option.none(),
                                account.settings(),
                                Option.some(new WatchedTransaction(each._2.transaction(), each._2.proposer(), Option.some(each._1))))));
    }

    /** One transaction of the chain that adds limits and removes others replaces them. */
    private static Array<AccountChange> withReplacements(Array<AccountChange> changes) {
        Array<Address> added = limits(changes, LimitStep.CREATED);
        Array<Address> removed = limits(changes, LimitStep.REMOVED).removeAll(added);
        return changes.map(change -> change instanceof LimitChanged limit && limit.step() == LimitStep.REMOVED
                ? Option.of(removed.indexOf(limit.limit()))
                        .filter(place -> place >= 0 && place < added.length())
                        .<AccountChange>map(place -> limit.replacedBy(added.get(place)))
                        .getOrElse(change)
                : change);
    }

    private static Array<Address> limits(Array<AccountChange> changes, LimitStep step) {
        return changes.flatMap(change -> change instanceof LimitChanged limit && limit.step() == step
                ? Option.some(limit.limit())
                : Option.<Address>none());
    }
}
