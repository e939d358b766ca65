package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.squadsv4.SquadsAddresses;
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
import dev.mandate.solana.squadsv4.instruction.TransactionBufferClose;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferCreate;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferExtend;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreateFromBuffer;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionExecute;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * Instructions as commands of the rules.
 *
 * @param addresses derives the addresses of new limits
 * @param indexes of transactions, by the addresses of their content and of their proposals
 */
record InstructionCommands(SquadsAddresses addresses, Map<Address, Long> indexes) {

    /** The command; none if it changes nothing of an account, or names a transaction that is not among the indexes. */
    Option<Command> of(SquadsInstruction instruction) {
        return switch (instruction) {
            case ConfigTransactionCreate create -> create.lifeCycle(addresses).flatMap(LifeCycleInstruction::recording).map(InstructionCommands::created);
            case VaultTransactionCreate create -> create.lifeCycle(addresses).flatMap(LifeCycleInstruction::recording).map(InstructionCommands::created);
            case VaultTransactionCreateFromBuffer(VaultTransactionCreate create, Address buffer, Address creator) ->
                Option.some(new Command.CreateTransaction(
                        create.creator(), new TransactionContent.VaultInstructions(create.vaultIndex(), Bytes.EMPTY)));
            case ProposalCreate create -> Option.some(new Command.CreateProposal(create.creator(), create.transactionIndex(), create.draft()));
            case ProposalActivate activate ->
                indexes.get(activate.proposal()).map(index -> new Command.ActivateProposal(activate.member(), index));
            case ProposalVote vote -> indexes.get(vote.proposal()).map(index -> new Command.CastVote(vote.member(), index, vote(vote.kind())));
            case ConfigTransactionExecute execute -> executed(execute.member(), execute.transaction());
            case VaultTransactionExecute execute -> executed(execute.member(), execute.transaction());
            case TransactionAccountsClose close ->
                indexes.get(close.transaction()).map(index -> new Command.Close(index, close.rentCollector()));
            case SpendingLimitUse use ->
                Option.some(new Command.Spend(use.member(), use.spendingLimit(), use.destination(), use.amount()));
            case MultisigChange change -> change.adminCommand();
            case MultisigSetConfigAuthority change -> change.adminCommand();
            case MultisigAddSpendingLimit change -> change.adminCommand();
            case MultisigRemoveSpendingLimit change -> change.adminCommand();
            case MultisigCreateV2 create -> Option.none();
            case TransactionBufferCreate buffer -> Option.none();
            case TransactionBufferExtend buffer -> Option.none();
            case TransactionBufferClose buffer -> Option.none();
        };
    }

    private static Command created(LifeCycleInstruction.Create create) {
        return new Command.CreateTransaction(create.by(), create.content());
    }

    private Option<Command> executed(Address member, Address transaction) {
        return indexes.get(transaction).map(index -> new Command.Execute(member, index));
    }

    private static Vote vote(ProposalVote.Kind kind) {
        return switch (kind) {
            case APPROVE -> Vote.APPROVE;
            case REJECT -> Vote.REJECT;
            case CANCEL, CANCEL_V2 -> Vote.CANCEL;
        };
    }
}
