package dev.mandate.domain.watch;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A smart account as it was last told.
 *
 * @param transactions by index: those that something can still happen to, at most the newest {@value #MOST_TRANSACTIONS}
 * @param limits by address
 */
public record WatchedAccount(Settings settings, Array<WatchedTransaction> transactions, Array<WatchedLimit> limits) {

    /** Older open transactions are not watched. */
    public static final int MOST_TRANSACTIONS = 32;

    /** A limit in force. */
    public record WatchedLimit(Address address, SpendingLimit limit) {}

    /** An account with nothing but settings. */
    public static WatchedAccount of(Settings settings) {
        return new WatchedAccount(settings, Array.empty(), Array.empty());
    }

    /** The same account, for the rules. */
    public SmartAccount toSmartAccount() {
        return new SmartAccount(
                settings,
                transactions.toMap(one -> Tuple.of(one.index(), one.transaction())),
                limits.toMap(one -> Tuple.of(one.address(), one.limit())));
    }

    public Option<WatchedTransaction> transaction(long index) {
        return transactions.find(one -> one.index() == index);
    }

    public Option<SpendingLimit> limit(Address address) {
        return limits.find(one -> one.address().equals(address)).map(WatchedLimit::limit);
    }

    /** The account after {@code change}. */
    public WatchedAccount after(AccountChange change) {
        return switch (change) {
            case AccountChange.SettingsChanged(Settings before, Settings next) -> withSettings(next);
            case AccountChange.TransactionChanged changed -> withTransaction(changed.index(), changed.after());
            case AccountChange.LimitChanged changed -> withLimit(changed.limit(), changed.after());
        };
    }

    private WatchedAccount withSettings(Settings next) {
        return new WatchedAccount(next, transactions, limits).pruned();
    }

    private WatchedAccount withTransaction(long index, Option<WatchedTransaction> next) {
        Settings counted = index <= settings.transactionIndex() ? settings : settings.withTransactionIndex(index);
        return new WatchedAccount(
                        counted,
                        transactions.reject(one -> one.index() == index).appendAll(next).sortBy(WatchedTransaction::index),
                        limits)
                .pruned();
    }

    private WatchedAccount withLimit(Address address, Option<SpendingLimit> next) {
        return new WatchedAccount(
                settings,
                transactions,
                limits.reject(one -> one.address().equals(address))
                        .appendAll(next.map(limit -> new WatchedLimit(address, limit)))
                        .sortBy(WatchedLimit::address));
    }

    /** Without transactions to which nothing can happen any more. A final one can still be closed where somebody collects its rent. */
    public WatchedAccount pruned() {
        return new WatchedAccount(
                settings,
                transactions
                        .reject(one -> one.isFinal() && (settings.rentCollector().isEmpty() || one.transaction().isOrphaned()))
                        .takeRight(MOST_TRANSACTIONS)
                        .map(WatchedTransaction::withoutLongMessage),
                limits);
    }
}
