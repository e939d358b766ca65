package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;

/** Computes the account space that an operation allocates, with the program's own sizes. */
record AccountSizes(SquadsAddresses addresses) {

    Seq<NewStorage> by(
            AccountRef account, Operation operation, Settings before, Settings after, Map<Address, Integer> lengths) {
        SettingsAddress multisig = account.settings();
        return switch (operation) {
            case Operation.CreateAccount create ->
                made(
                        NewStorage.Kind.SETTINGS,
                        multisig.address(),
                        MultisigAccount.size(create.command().signers().length()));
            case Operation.CreateTransaction create ->
                made(
                        NewStorage.Kind.TRANSACTION,
                        addresses.transaction(multisig, create.index()).address(),
                        size(create.content()));
            case Operation.CreateProposal create ->
                made(
                        NewStorage.Kind.PROPOSAL,
                        addresses.proposal(multisig, create.index()).address(),
                        ProposalAccount.size(members(before)));
            case Operation.ExecuteChange execute -> {
                Array<SettingsAction> actions = execute.change().actions();
                yield grown(multisig, after, lengths).appendAll(actions.flatMap(AccountSizes::limit));
            }
            case Operation.ChangeAsAdmin change ->
                grown(multisig, after, lengths).appendAll(limit(change.action()));
            case Operation.ActivateProposal activate -> Array.empty();
            case Operation.CastVote(Address by, long index, Vote vote, var memo, var alsoSigning) ->
                switch (vote) {
                    case APPROVE, REJECT -> Array.empty();
                    case CANCEL -> proposal(addresses.proposal(multisig, index).address(), before, lengths);
                };
            case Operation.ExecuteInstructions execute -> Array.empty();
            case Operation.Close close -> Array.empty();
            case Operation.HandOver handOver -> Array.empty();
            case Operation.Spend spend -> Array.empty();
        };
    }

    private static int size(TransactionContent content) {
        return switch (content) {
            case TransactionContent.Opaque opaque ->
                throw new IllegalArgumentException("opaque content is not spelled here");
            case TransactionContent.SettingsChange change ->
                ConfigTransactionAccount.size(ConfigAction.ofChange(change));
            case TransactionContent.VaultInstructions(int vaultIndex, var message) ->
                VaultTransactionAccount.size(
                        0,
                        TransactionMessage.parseArgumentPrefix(message)
                                .getOrElseThrow(
                                        problem -> new IllegalArgumentException("not a stored message: " + problem)));
        };
    }

    /** A cancellation makes room for the votes of all signers that were added after the proposal. */
    private static Array<NewStorage> proposal(Address proposal, Settings settings, Map<Address, Integer> lengths) {
        int needed = ProposalAccount.size(members(settings));
        return lengths.get(proposal)
                .filter(length -> length < needed)
                .map(length -> new NewStorage(NewStorage.Kind.PROPOSAL, proposal, length, needed))
                .toArray();
    }

    private static Array<NewStorage> grown(SettingsAddress multisig, Settings after, Map<Address, Integer> lengths) {
        int length = lengths.getOrElse(multisig.address(), 0);
        int grown = MultisigAccount.sizeFor(members(after), length);
        return grown == length
                ? Array.empty()
                : Array.of(new NewStorage(NewStorage.Kind.SETTINGS, multisig.address(), length, grown));
    }

    private static Array<NewStorage> limit(SettingsAction action) {
        return switch (action) {
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                made(NewStorage.Kind.SPENDING_LIMIT, limit, SpendingLimitAccount.size(terms));
            case SettingsAction.RemoveSpendingLimit remove -> Array.empty();
            case SettingsAction.GovernanceAction governance -> Array.empty();
        };
    }

    private static int members(Settings settings) {
        return settings.roster().signers().length();
    }

    private static Array<NewStorage> made(NewStorage.Kind kind, Address account, int length) {
        return Array.of(new NewStorage(kind, account, 0, length));
    }
}
