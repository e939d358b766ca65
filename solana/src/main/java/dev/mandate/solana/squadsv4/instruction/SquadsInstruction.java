package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.spi.program.ContentRecording;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import io.vavr.control.Option;

/**
 * One instruction of the program: its accounts by role, in the program's order, then its arguments. A record states the content
 * of the bytes; the program may still refuse it. The write method states the rights of the accounts.
 *
 * <p>To add an instruction, add a record and a line in {@link InstructionType}.
 *
 * <p>The system program has a fixed address, so records omit it where the program requires it. Where it is optional, {@code
 * withSystemProgram} says whether it is passed. The program ignores memos; they are for indexers.
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

    /** Returns the settings account of the smart account. */
    SettingsAddress multisig();

    /** Returns the kind of instruction. */
    InstructionType type();

    /** Writes accounts and arguments, after the discriminator. */
    void write(InstructionWriter out);

    /** Returns the change that it makes with the admin's rights; none if it does not use them. */
    default Option<Command> adminCommand() {
        return Option.none();
    }

    /**
     * Returns its step in the life cycle of a transaction: create, propose, vote or execute; none if it is none of these.
     *
     * @param addresses derives the addresses of new limits
     */
    default Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        return Option.none();
    }

    /** Returns the recording of a transaction's content; none if it records none. */
    default Option<ContentRecording> recording() {
        return Option.none();
    }
}
