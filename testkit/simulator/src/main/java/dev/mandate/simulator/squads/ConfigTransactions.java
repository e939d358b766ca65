package dev.mandate.simulator.squads;

import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Arguments;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;
import io.vavr.collection.Seq;

/** {@code config_transaction_create}. */
final class ConfigTransactions {

    private ConfigTransactions() {}

    static void create(Invocation invocation) {
        Seq<ConfigAction> actions = Arguments.readWithMemo(invocation.data(), ConfigAction::readList);
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        RunningAccount transaction = accounts.unchecked();
        RunningAccount creator = accounts.signer();
        RunningAccount rentPayer = accounts.signer();
        accounts.systemProgram();
        long index = multisig.content().transactionIndex() + 1;
        ProgramDerivedAddress derived = SquadsAccounts.ADDRESSES.transaction(SquadsAccounts.settings(multisig), index);
        Constraint.init(invocation, transaction, derived, rentPayer, () -> ConfigTransactionAccount.size(actions));
        SquadsAccounts.requireAddress(multisig);
        Constraint.mut(multisig.view());
        Constraint.mut(rentPayer);

        SmartAccount after = Rules.apply(
                Rules.account(multisig.content()),
                new Command.CreateTransaction(
                        creator.address(),
                        ConfigAction.toChange(actions, SquadsAccounts.settings(multisig), SquadsAccounts.ADDRESSES)),
                invocation.now().time());
        multisig.write(SettingsTerms.write(after.settings(), multisig.content()));
        Stored.write(
                transaction,
                new ConfigTransactionAccount(SquadsAccounts.settings(multisig), creator.address(), index, derived.bump(), actions));
    }
}
