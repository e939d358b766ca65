package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.program.LifeCycleInstruction;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.instruction.BufferInstruction;
import dev.mandate.solana.squadsv4.instruction.MultisigInstruction;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitInstruction;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.TransactionInstruction;
import io.vavr.control.Option;

/** The instructions that record, propose, vote and execute, in domain terms. */
final class LifeCycleTerms {

    private LifeCycleTerms() {}

    static Option<LifeCycleInstruction> read(SquadsInstruction instruction, SquadsAddresses addresses) {
        return switch (instruction) {
            case TransactionInstruction transaction -> transaction(transaction, addresses);
            case ProposalInstruction proposal -> proposal(proposal);
            case MultisigInstruction multisig -> Option.none();
            case SpendingLimitInstruction limit -> Option.none();
            case BufferInstruction buffer -> Option.none();
        };
    }

    private static Option<LifeCycleInstruction> transaction(
            TransactionInstruction instruction, SquadsAddresses addresses) {
        return switch (instruction) {
            case TransactionInstruction.ConfigTransactionCreate create ->
                Option.some(new LifeCycleInstruction.Create(
                        create.multisig(),
                        create.creator(),
                        create.transaction(),
                        ConfigAction.toChange(create.actions(), create.multisig(), addresses)));
            case TransactionInstruction.VaultTransactionCreate create ->
                Option.some(new LifeCycleInstruction.Create(
                        create.multisig(), create.creator(), create.transaction(), content(create)));
            case TransactionInstruction.VaultTransactionCreateFromBuffer(var create, var buffer, var creator) ->
                Option.some(new LifeCycleInstruction.CreateFromBuffer(
                        create.multisig(), create.creator(), create.transaction(), create.vaultIndex(), buffer));
            case TransactionInstruction.ConfigTransactionExecute execute ->
                Option.some(new LifeCycleInstruction.Execute(
                        execute.multisig(), execute.member(), execute.transaction()));
            case TransactionInstruction.VaultTransactionExecute execute ->
                Option.some(new LifeCycleInstruction.Execute(
                        execute.multisig(), execute.member(), execute.transaction()));
            case TransactionInstruction.ConfigTransactionAccountsClose close -> Option.none();
            case TransactionInstruction.VaultTransactionAccountsClose close -> Option.none();
        };
    }

    /** As the program stores it: whatever follows the message is ignored. */
    private static TransactionContent content(TransactionInstruction.VaultTransactionCreate create) {
        return TransactionMessage.parseArgumentPrefix(create.transactionMessage())
                .<TransactionContent>map(message ->
                        new TransactionContent.VaultInstructions(create.vaultIndex(), message.toArgument()))
                .getOrElseGet(problem -> new TransactionContent.Opaque(
                        "not a stored message: " + problem, create.transactionMessage()));
    }

    private static Option<LifeCycleInstruction> proposal(ProposalInstruction instruction) {
        return switch (instruction) {
            case ProposalInstruction.ProposalCreate create ->
                Option.some(new LifeCycleInstruction.Propose(
                        create.multisig(), create.creator(), create.proposal(), create.transactionIndex()));
            case ProposalInstruction.ProposalApprove approve -> vote(approve, Vote.APPROVE);
            case ProposalInstruction.ProposalReject reject -> vote(reject, Vote.REJECT);
            case ProposalInstruction.ProposalCancel cancel -> vote(cancel, Vote.CANCEL);
            case ProposalInstruction.ProposalCancelV2 cancel -> vote(cancel, Vote.CANCEL);
            case ProposalInstruction.ProposalActivate activate -> Option.none();
        };
    }

    private static Option<LifeCycleInstruction> vote(ProposalInstruction.Vote instruction, Vote vote) {
        return Option.some(new LifeCycleInstruction.CastVote(
                instruction.multisig(), instruction.member(), vote, instruction.proposal(), instruction.memo()));
    }
}
