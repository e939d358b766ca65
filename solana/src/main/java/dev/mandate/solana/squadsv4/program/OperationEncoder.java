package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsAction.GovernanceAction;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.solana.crypto.Ed25519Curve;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.MessageAccounts;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.instruction.ConfigAuthorityAccounts;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionExecute;
import dev.mandate.solana.squadsv4.instruction.MultisigAddSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.MultisigChange;
import dev.mandate.solana.squadsv4.instruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.instruction.MultisigRemoveSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.MultisigSetConfigAuthority;
import dev.mandate.solana.squadsv4.instruction.ProposalActivate;
import dev.mandate.solana.squadsv4.instruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitUse;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.TransactionAccountsClose;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionExecute;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * Encodes operations as instructions of the program. Optional accounts are passed only if the program can need them: each adds
 * 32 bytes to a transaction that does not name it otherwise.
 */
record OperationEncoder(SquadsAddresses addresses) {

    static final int NO_EPHEMERAL_SIGNERS = 0;

    SquadsInstruction encode(AccountRef account, Operation operation) {
        SettingsAddress multisig = account.settings();
        return switch (operation) {
            case Operation.CreateAccount create -> creation(multisig, create);
            case Operation.CreateTransaction create -> transaction(multisig, create);
            case Operation.CreateProposal(Address by, Address rentPayer, long index) ->
                new ProposalCreate(
                        multisig, addresses.proposal(multisig, index).address(), by, rentPayer, index, false);
            case Operation.ActivateProposal(Address by, long index) ->
                new ProposalActivate(multisig, by, addresses.proposal(multisig, index).address());
            case Operation.CastVote vote -> vote(multisig, vote);
            case Operation.ExecuteChange execute -> execution(multisig, execute);
            case Operation.ExecuteInstructions execute -> execution(account, execute);
            case Operation.Close(long index, Address collector, TransactionContent content) ->
                closing(multisig, index, collector, content);
            case Operation.ChangeAsAdmin change -> adminChange(multisig, change);
            case Operation.HandOver(Address by, Address rentPayer, AdminControl next, Option<Memo> memo) ->
                new MultisigSetConfigAuthority(withoutGrowth(multisig, by), next.toAuthority(), text(memo));
            case Operation.Spend spend -> spending(account, spend);
        };
    }

    private SquadsInstruction creation(SettingsAddress multisig, Operation.CreateAccount create) {
        Command.CreateAccount command = create.command();
        return new MultisigCreateV2(
                addresses.programConfig().address(),
                create.terms().treasury(),
                multisig,
                create.createKey(),
                create.payer(),
                command.admin().holder(),
                command.threshold().value(),
                command.signers(),
                command.timeLock().seconds(),
                command.rentCollector(),
                text(create.memo()));
    }

    private SquadsInstruction transaction(SettingsAddress multisig, Operation.CreateTransaction create) {
        Address transaction = addresses.transaction(multisig, create.index()).address();
        return switch (create.content()) {
            case TransactionContent.Opaque opaque -> throw unspelled();
            case TransactionContent.SettingsChange change ->
                new ConfigTransactionCreate(
                        multisig,
                        transaction,
                        create.by(),
                        create.rentPayer(),
                        ConfigAction.ofChange(change),
                        text(create.memo()));
            case TransactionContent.VaultInstructions(int vaultIndex, var message) ->
                new VaultTransactionCreate(
                        multisig,
                        transaction,
                        create.by(),
                        create.rentPayer(),
                        vaultIndex,
                        NO_EPHEMERAL_SIGNERS,
                        message,
                        text(create.memo()));
        };
    }

    private SquadsInstruction vote(SettingsAddress multisig, Operation.CastVote vote) {
        ProposalVote.Kind kind = switch (vote.vote()) {
            case APPROVE -> ProposalVote.Kind.APPROVE;
            case REJECT -> ProposalVote.Kind.REJECT;
            // Only the second form makes room for one more vote.
            case CANCEL -> ProposalVote.Kind.CANCEL_V2;
        };
        return new ProposalVote(
                kind,
                multisig,
                vote.by(),
                addresses.proposal(multisig, vote.index()).address(),
                vote.alsoSigning(),
                text(vote.memo()));
    }

    private SquadsInstruction execution(SettingsAddress multisig, Operation.ExecuteChange execute) {
        Array<SettingsAction> actions = execute.change().actions();
        return new ConfigTransactionExecute(
                multisig,
                execute.by(),
                addresses.proposal(multisig, execute.index()).address(),
                addresses.transaction(multisig, execute.index()).address(),
                Option.when(actions.exists(OperationEncoder::takesRentPayer), execute.rentPayer()),
                actions.exists(OperationEncoder::takesRoom),
                actions.flatMap(SettingsAction::changedLimit).distinct());
    }

    /** Returns whether an account grows or is created. The program then calls the system program. */
    private static boolean takesRoom(SettingsAction action) {
        return switch (action) {
            case SettingsAction.AddSigner add -> true;
            // An account from an early program version has no room for a rent collector.
            case SettingsAction.SetRentCollector set -> true;
            case SettingsAction.AddSpendingLimit add -> true;
            case SettingsAction.RemoveSpendingLimit remove -> false;
            case SettingsAction.RemoveSigner remove -> false;
            case SettingsAction.ChangeThreshold change -> false;
            case SettingsAction.SetTimeLock set -> false;
        };
    }

    /** When a vote removes a limit, the rent payer receives the rent, so the action needs a rent payer too. */
    private static boolean takesRentPayer(SettingsAction action) {
        return takesRoom(action) || action instanceof SettingsAction.RemoveSpendingLimit;
    }

    private SquadsInstruction execution(AccountRef account, Operation.ExecuteInstructions execute) {
        SettingsAddress multisig = account.settings();
        return new VaultTransactionExecute(
                multisig,
                addresses.proposal(multisig, execute.index()).address(),
                addresses.transaction(multisig, execute.index()).address(),
                execute.by(),
                messageAccounts(
                        vault(account, execute.instructions().vaultIndex()), execute.instructions(), execute.tables()));
    }

    private static Seq<AccountMeta> messageAccounts(
            Address vault, TransactionContent.VaultInstructions instructions, Seq<LookupTable> tables) {
        TransactionMessage message = TransactionMessage.parseArgumentPrefix(instructions.message())
                .getOrElseThrow(problem -> new IllegalArgumentException("not a stored message: " + problem));
        return MessageAccounts.of(message, programSigners(vault, message), tables.toMap(LookupTable::table, table -> table))
                .getOrElseThrow(problem -> new IllegalArgumentException("not the message's tables: " + problem));
    }

    /**
     * Returns the signers of the message for which the program signs: the vault, and any ephemeral signers that another client
     * requested. They are derived addresses off the curve, where no key can sign. All other signers must sign the transaction. The
     * vault is compared first, because the curve check takes as long as the rest of this method.
     */
    private static Set<Address> programSigners(Address vault, TransactionMessage message) {
        return message.accountKeys()
                .take(message.numSigners())
                .filter(signer -> signer.equals(vault) || !Ed25519Curve.contains(signer))
                .toSet();
    }

    private SquadsInstruction closing(SettingsAddress multisig, long index, Address collector, TransactionContent content) {
        Address proposal = addresses.proposal(multisig, index).address();
        Address transaction = addresses.transaction(multisig, index).address();
        TransactionAccountsClose.Kind kind = switch (content) {
            case TransactionContent.Opaque opaque -> throw unspelled();
            case TransactionContent.SettingsChange change -> TransactionAccountsClose.Kind.CONFIG;
            case TransactionContent.VaultInstructions instructions -> TransactionAccountsClose.Kind.VAULT;
        };
        return new TransactionAccountsClose(kind, multisig, proposal, transaction, collector);
    }

    private static SquadsInstruction adminChange(SettingsAddress multisig, Operation.ChangeAsAdmin change) {
        Address by = change.by();
        Address rentPayer = change.rentPayer();
        Option<String> memo = text(change.memo());
        return switch (change.action()) {
            case GovernanceAction action ->
                new MultisigChange(
                        takesRoom(action) ? withGrowth(multisig, by, rentPayer) : withoutGrowth(multisig, by),
                        action,
                        memo);
            case SettingsAction.AddSpendingLimit(Address limit, LimitTerms terms) ->
                new MultisigAddSpendingLimit(multisig, by, limit, rentPayer, terms, memo);
            case SettingsAction.RemoveSpendingLimit(Address limit) ->
                new MultisigRemoveSpendingLimit(multisig, by, limit, rentPayer, memo);
        };
    }

    private SquadsInstruction spending(AccountRef account, Operation.Spend spend) {
        Address vault = vault(account, spend.vaultIndex());
        return switch (spend.route()) {
            case SpendRoute.Sol sol ->
                new SpendingLimitUse(
                        account.settings(),
                        spend.by(),
                        spend.limit(),
                        vault,
                        spend.destination(),
                        true,
                        Option.none(),
                        Option.none(),
                        Option.none(),
                        Option.none(),
                        spend.amount(),
                        Token.Sol.DECIMALS,
                        text(spend.memo()));
            case SpendRoute.Tokens(Address mint, Address tokenProgram, int decimals, Address from, Address to) ->
                new SpendingLimitUse(
                        account.settings(),
                        spend.by(),
                        spend.limit(),
                        vault,
                        spend.destination(),
                        false,
                        Option.some(mint),
                        Option.some(from),
                        Option.some(to),
                        Option.some(tokenProgram),
                        spend.amount(),
                        decimals,
                        text(spend.memo()));
        };
    }

    private Address vault(AccountRef account, int index) {
        return index == 0 ? account.address() : addresses.vault(account.settings(), index).address();
    }

    private static ConfigAuthorityAccounts withGrowth(SettingsAddress multisig, Address authority, Address rentPayer) {
        return new ConfigAuthorityAccounts(multisig, authority, Option.some(rentPayer), true);
    }

    private static ConfigAuthorityAccounts withoutGrowth(SettingsAddress multisig, Address authority) {
        return new ConfigAuthorityAccounts(multisig, authority, Option.none(), false);
    }

    private static IllegalArgumentException unspelled() {
        return new IllegalArgumentException("opaque content is not spelled here");
    }

    private static Option<String> text(Option<Memo> memo) {
        return memo.map(Memo::text);
    }
}
