package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.MessageAccounts;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionExecute;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.TransactionAccountsClose;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionExecute;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** Generates the steps after the decision on a proposal. */
final class ExecutionScripts {

    private final SeededChoices choices;
    private final MultisigView view;

    ExecutionScripts(SeededChoices choices, MultisigView view) {
        this.choices = choices;
        this.view = view;
    }

    Seq<SquadsInstruction> execute(long index) {
        Option<ConfigTransactionAccount> config = view.read(view.transaction(index), ConfigTransactionAccount::decode);
        Option<VaultTransactionAccount> vault = view.read(view.transaction(index), VaultTransactionAccount::decode);
        if (vault.isDefined() && !choices.percent(3)) {
            return executeVault(index, vault.get());
        }
        Array<Address> limits = config.map(
                        it -> Array.ofAll(it.actions()).flatMap(this::limitOf).distinct())
                .getOrElse(Array.empty());
        if (choices.percent(5)) {
            limits = limits.drop(1);
        }
        return Array.of(new ConfigTransactionExecute(
                view.address,
                view.member(choices, 4),
                view.proposal(index),
                view.transaction(index),
                choices.maybe(90, () -> view.payer(choices)),
                choices.percent(92),
                limits));
    }

    Seq<SquadsInstruction> close(long index) {
        Address collector = view.multisig
                .flatMap(MultisigAccount::rentCollector)
                .filter(c -> !choices.percent(10))
                .getOrElse(choices::person);
        boolean config = view.read(view.transaction(index), ConfigTransactionAccount::decode)
                .isDefined();
        return Array.of(
                config != choices.percent(4)
                        ? new TransactionAccountsClose(
                        TransactionAccountsClose.Kind.CONFIG, 
                                view.address, view.proposal(index), view.transaction(index), collector)
                        : new TransactionAccountsClose(
                        TransactionAccountsClose.Kind.VAULT, 
                                view.address, view.proposal(index), view.transaction(index), collector));
    }

    private Option<Address> limitOf(ConfigAction action) {
        return switch (action) {
            case ConfigAction.AddSpendingLimit(LimitTerms terms) -> Option.some(view.limit(terms.createKey()));
            case ConfigAction.RemoveSpendingLimit(Address limit) -> Option.some(limit);
            case ConfigAction.Governance governance -> Option.none();
        };
    }

    private Seq<SquadsInstruction> executeVault(long index, VaultTransactionAccount vault) {
        TransactionMessage message = vault.message();
        Set<Address> signers = HashSet.of(ComparisonAccounts.vault(view.number, vault.vaultIndex()));
        for (int i = 0; i < vault.ephemeralSignerBumps().length(); i++) {
            signers = signers.add(
                    ComparisonAccounts.SQUADS.ephemeralSigner(view.transaction(index), i).address());
        }
        Seq<AccountMeta> accounts = MessageAccounts.of(message, signers, HashMap.of(ComparisonAccounts.TABLE.table(),
                ComparisonAccounts.TABLE))
                .get();
        return Array.of(new VaultTransactionExecute(
                view.address, view.proposal(index), view.transaction(index), view.member(choices, 4), accounts));
    }
}
