package dev.mandate.engine.query;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Map;

/**
 * An account as it was read from the chain at one slot, with only the transactions and limits that a decision needs.
 *
 * @param rules of the account's program
 * @param read everything that was read at that slot
 * @param balance lamports at the smart account address
 */
public record LoadedAccount(AccountRef ref, AccountRules rules, SmartAccount account, AccountsSnapshot read, BaseUnits balance) {

    public Settings settings() {
        return account.settings();
    }

    /** The chain's time at that slot. */
    public UnixTime now() {
        return read.chainTime();
    }

    /** Bytes of data of every account that was read. */
    public Map<Address, Integer> lengths() {
        return read.owned().mapValues(data -> data.data().length());
    }
}
