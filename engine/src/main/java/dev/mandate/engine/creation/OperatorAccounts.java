package dev.mandate.engine.creation;

import dev.mandate.engine.journal.CommitChain;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.keys.OperatorKey;

/**
 * What lets accounts be made at the operator's cost on one network. All tenants share it.
 *
 * @param chain in which the orders of all tenants take from one fee payer, one after the other
 */
public record OperatorAccounts(OperatorKey key, CreationAllowance allowance, CommitChain chain) {

    public static OperatorAccounts of(OperatorKey key, CreationAllowance allowance, Journal journal) {
        return new OperatorAccounts(key, allowance, new CommitChain(journal));
    }
}
