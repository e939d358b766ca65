package dev.mandate.engine.query;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.ports.program.AccountRef;
import io.vavr.collection.Map;

/**
 * An account as it was read from the chain at one slot, with only the transactions and limits that a decision needs.
 *
 * @param lengths bytes of data of every account that was read
 * @param balance lamports at the smart account address
 * @param now the chain's time at that slot
 */
public record LoadedAccount(
        AccountRef ref, SmartAccount account, Map<Address, Integer> lengths, BaseUnits balance, UnixTime now) {

    public Settings settings() {
        return account.settings();
    }
}
