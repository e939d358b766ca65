package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.Tuple;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;

/**
 * Accounts and clock, read at one slot.
 *
 * @param slot the slot at which all was read; of sources that agree, the earliest of their slots
 * @param clock the Clock sysvar's Unix time at that slot, as each source tells it
 * @param accounts the answer to each query
 */
public record AccountsSnapshot(long slot, ChainClock clock, Map<AccountQuery, FoundAccount> accounts) {

    /** The latest of the sources' clocks: the {@code now} of every rule that the chain enforces. */
    public UnixTime chainTime() {
        return clock.latest();
    }

    /**
     * The answers of an adapter.
     *
     * @param stored the accounts that exist, by address, of any owner
     */
    public static AccountsSnapshot of(
            long slot, UnixTime chainTime, Seq<AccountQuery> queries, Map<Address, AccountData> stored) {
        return new AccountsSnapshot(
                slot,
                ChainClock.of(chainTime),
                HashMap.ofEntries(queries.map(query -> Tuple.of(query, query.answer(stored.get(query.address()))))));
    }

    /**
     * The answer to a query.
     *
     * @throws IllegalArgumentException if it was not asked
     */
    public FoundAccount at(AccountQuery query) {
        return accounts.get(query)
                .getOrElseThrow(() -> new IllegalArgumentException("not read: " + query));
    }

    /** The accounts whose owners were asked for, by address. What is absent or of another owner is left out. */
    public Map<Address, AccountData> owned() {
        return accounts.toMap(entry -> Tuple.of(entry._1.address(), entry._2))
                .flatMap((address, found) -> found.owned().map(account -> Tuple.of(address, account)));
    }
}
