package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.program.LifeCycleInstruction;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import io.vavr.control.Option;

/**
 * One call of the program: its accounts by the role that they play, in the program's order, then its arguments. A record says what
 * is in the bytes, not that the program would take it; the rights of its accounts stand where it is written.
 *
 * <p>A new instruction is a record of its own and a line in {@link InstructionType}.
 *
 * <p>The system program has one fixed address and is left out where the program demands it; where it is optional, {@code
 * withSystemProgram} says whether it is passed. Memos are for indexers: the program ignores them.
 */
public sealed interface SquadsInstruction
        permits ConfigTransactionCreate,
                ConfigTransactionExecute,
                MultisigAddSpendingLimit,
                MultisigChange,
                MultisigCreateV2,
                MultisigRemoveSpendingLimit,
                MultisigSetConfigAuthority,
                ProposalActivate,
                ProposalCreate,
                ProposalVote,
                SpendingLimitUse,
                TransactionAccountsClose,
                TransactionBufferClose,
                TransactionBufferCreate,
                TransactionBufferExtend,
                VaultTransactionCreate,
                VaultTransactionCreateFromBuffer,
                VaultTransactionExecute {

    /** The settings account of the smart account that it is about. */
    Address multisig();

    /** Which instruction it is. */
    InstructionType type();

    /** Writes accounts and arguments, behind the discriminator. */
    void write(InstructionWriter out);

    /** What it changes by the admin's right; none if it does not act by that right. */
    default Option<Command> adminCommand() {
        return Option.none();
    }

    /**
     * What it does in the life of a transaction, if it records, proposes, votes or executes.
     *
     * @param addresses derive where a new limit will be
     */
    default Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        return Option.none();
    }
}
