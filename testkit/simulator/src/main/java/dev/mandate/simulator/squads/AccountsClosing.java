package dev.mandate.simulator.squads;

import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccountProblem;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import dev.mandate.solana.squadsv4.terms.TransactionTerms;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** {@code config_transaction_accounts_close} and {@code vault_transaction_accounts_close}. */
final class AccountsClosing {

    private AccountsClosing() {}

    /** The common part of both kinds of transactions. */
    private record Closable(SettingsAddress multisig, long index, TransactionContent content) {
        static Closable of(ConfigTransactionAccount account) {
            return new Closable(
                    account.multisig(), account.index(), TransactionTerms.read(account, SquadsAccounts.ADDRESSES));
        }

        static Closable of(VaultTransactionAccount account) {
            return new Closable(account.multisig(), account.index(), TransactionTerms.read(account));
        }
    }

    static void config(Invocation invocation) {
        close(invocation, ConfigTransactionAccount::decode, Closable::of);
    }

    static void vault(Invocation invocation) {
        close(invocation, VaultTransactionAccount::decode, Closable::of);
    }

    private static <T extends SquadsAccount> void close(
            Invocation invocation, Function<Bytes, Either<SquadsAccountProblem, T>> decoder, Function<T, Closable> closable) {
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        RunningAccount proposal = accounts.unchecked();
        Stored<T> transaction = accounts.stored(decoder);
        RunningAccount rentCollector = accounts.unchecked();
        accounts.systemProgram();
        Closable content = closable.apply(transaction.content());
        SmartAccount account = Rules.account(multisig.content());

        SquadsAccounts.requireAddress(multisig);
        if (account.settings().rentCollector().isEmpty()) {
            throw Rules.error(ProgramError.RENT_RECLAMATION_DISABLED);
        }
        Constraint.seeds(proposal, SquadsAccounts.ADDRESSES.proposal(SquadsAccounts.settings(multisig), content.index()));
        Constraint.mut(proposal);
        Constraint.mut(transaction.view());
        if (!content.multisig().equals(SquadsAccounts.settings(multisig))) {
            throw Rules.error(ProgramError.TRANSACTION_FOR_ANOTHER_MULTISIG);
        }
        Constraint.closeTo(transaction.view(), rentCollector);
        Constraint.mut(rentCollector);
        if (!account.settings().rentCollector().contains(rentCollector.address())) {
            throw Rules.error(ProgramError.INVALID_RENT_COLLECTOR);
        }

        Option<Proposal> votes = proposal.data().length() == 0
                ? Option.none()
                : Option.some(Rules.proposal(AccountList.decode(proposal.data(), ProposalAccount::decode)));
        ManagedTransaction managed = new ManagedTransaction(content.index(), Option.some(content.content()), votes);
        SmartAccount after = Rules.apply(
                account.with(managed),
                new Command.Close(content.index(), rentCollector.address()),
                invocation.now().time());
        if (after.transactions().isEmpty()) {
            votes.forEach(closed -> Constraint.close(proposal, rentCollector));
            Constraint.close(transaction.view(), rentCollector);
        }
    }
}
