package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;

/**
 * An M-of-N account: its settings, and its existing transactions and spending limits.
 *
 * @param transactions by index; closed ones are removed
 * @param limits by the limit's address
 */
public record SmartAccount(
        Settings settings, Map<Long, ManagedTransaction> transactions, Map<Address, SpendingLimit> limits) {

    public static SmartAccount of(Settings settings) {
        return new SmartAccount(settings, HashMap.empty(), HashMap.empty());
    }

    public SmartAccount withSettings(Settings next) {
        return new SmartAccount(next, transactions, limits);
    }

    public SmartAccount with(ManagedTransaction transaction) {
        return new SmartAccount(settings, transactions.put(transaction.index(), transaction), limits);
    }

    public SmartAccount without(long transactionIndex) {
        return new SmartAccount(settings, transactions.remove(transactionIndex), limits);
    }

    public SmartAccount withLimit(Address address, SpendingLimit limit) {
        return new SmartAccount(settings, transactions, limits.put(address, limit));
    }

    public SmartAccount withoutLimit(Address address) {
        return new SmartAccount(settings, transactions, limits.remove(address));
    }
}
