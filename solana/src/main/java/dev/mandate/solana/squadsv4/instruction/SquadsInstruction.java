package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;

/**
 * One call of the program: its accounts by the role that they play, in the program's order, then its arguments. A record says what
 * is in the bytes, not that the program would take it.
 *
 * <p>The system program has one fixed address and is left out where the program demands it; where it is optional, {@code
 * withSystemProgram} says whether it is passed. Memos are for indexers: the program ignores them.
 */
public sealed interface SquadsInstruction
        permits MultisigInstruction,
                TransactionInstruction,
                BufferInstruction,
                ProposalInstruction,
                SpendingLimitInstruction {

    /** The settings account of the smart account that it is about. */
    Address multisig();

    /** Which instruction it is. */
    InstructionType type();
}
