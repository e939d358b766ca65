package dev.mandate.domain.exposure;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.SmartAccount;
import io.vavr.collection.Map;

/**
 * The account in question, and those whose vaults have a role in it.
 *
 * @param account by the address of its vault
 * @param all with {@code account}; each with its open transactions
 */
public record KnownAccounts(Address account, Map<Address, SmartAccount> all) {

    public KnownAccounts {
        if (!all.containsKey(account)) {
            throw new IllegalArgumentException(account + " is missing");
        }
    }

    public SmartAccount subject() {
        return all.get(account).get();
    }

    /** The same with another state of the account in question. */
    public KnownAccounts with(SmartAccount changed) {
        return new KnownAccounts(account, all.put(account, changed));
    }
}
