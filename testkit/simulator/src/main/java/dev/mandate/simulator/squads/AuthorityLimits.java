package dev.mandate.simulator.squads;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Arguments;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.squadsv4.LimitTermsCodec;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;

/** The config authority's direct changes of spending limits: {@code multisig_add_spending_limit} and its counterpart. */
final class AuthorityLimits {

    private AuthorityLimits() {}

    static void add(Invocation invocation) {
        LimitTerms terms = Arguments.readWithMemo(invocation.data(), LimitTermsCodec::read);
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        RunningAccount authority = accounts.signer();
        RunningAccount limit = accounts.unchecked();
        RunningAccount rentPayer = accounts.signer();
        accounts.systemProgram();
        ProgramDerivedAddress derived = SquadsAccounts.ADDRESSES.spendingLimit(SquadsAccounts.settings(multisig), terms.createKey());
        Constraint.init(invocation, limit, derived, rentPayer, () -> SpendingLimitAccount.size(terms));
        SquadsAccounts.requireAddress(multisig);
        Constraint.mut(rentPayer);

        SettingsAction action = new SettingsAction.AddSpendingLimit(limit.address(), terms);
        SpendingLimit opened = Rules.apply(
                        Rules.account(multisig.content()),
                        new Command.ChangeAsAdmin(authority.address(), action),
                        invocation.now().time())
                .limits()
                .get(limit.address())
                .get();
        Stored.write(limit, new SpendingLimitAccount(SquadsAccounts.settings(multisig), opened, derived.bump()));
    }

    static void remove(Invocation invocation) {
        Arguments.requireMemo(invocation.data());
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        RunningAccount authority = accounts.signer();
        Stored<SpendingLimitAccount> limit = accounts.stored(SpendingLimitAccount::decode);
        RunningAccount rentCollector = accounts.unchecked();
        SquadsAccounts.requireAddress(multisig);
        Constraint.mut(limit.view());
        Constraint.closeTo(limit.view(), rentCollector);
        Constraint.mut(rentCollector);

        SmartAccount account =
                Rules.account(multisig.content()).withLimit(limit.address(), limit.content().limit());
        SmartAccount after = Rules.apply(
                account,
                new Command.ChangeAsAdmin(authority.address(), new SettingsAction.RemoveSpendingLimit(limit.address())),
                invocation.now().time());
        if (!limit.content().multisig().equals(SquadsAccounts.settings(multisig))) {
            throw Rules.error(ProgramError.INVALID_ACCOUNT);
        }
        if (after.limits().isEmpty()) {
            Constraint.close(limit.view(), rentCollector);
        }
    }
}
