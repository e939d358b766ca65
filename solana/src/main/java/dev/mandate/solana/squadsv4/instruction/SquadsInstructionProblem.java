package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.BorshProblem;

/**
 * Why an instruction is not one of the program's. The arguments are judged before the accounts, as the program does; positions of
 * accounts count from 0.
 */
public sealed interface SquadsInstructionProblem {

    /** It calls another program. */
    record OtherProgram(Address program) implements SquadsInstructionProblem {}

    /**
     * The program has no such instruction, or none that is known here.
     *
     * @param discriminator the first eight bytes of the data
     */
    record UnknownDiscriminator(Bytes discriminator) implements SquadsInstructionProblem {}

    /** The arguments are not the encoding of any. */
    record BadArguments(InstructionType type, BorshProblem cause) implements SquadsInstructionProblem {}

    /** There is no discriminator. */
    record NoDiscriminator(int dataLength) implements SquadsInstructionProblem {}

    /** The list of accounts ends too early. */
    record MissingAccount(InstructionType type, AccountRole role, int position) implements SquadsInstructionProblem {}

    /** Accounts follow that the instruction has no use for. */
    record UnexpectedAccounts(InstructionType type, int expected, int actual) implements SquadsInstructionProblem {}

    /** An account that can only be one stands for another. */
    record WrongAccount(InstructionType type, AccountRole role, int position, Address expected, Address actual)
            implements SquadsInstructionProblem {}

    /** An account that must sign does not. */
    record NotSigner(InstructionType type, AccountRole role, int position, Address address)
            implements SquadsInstructionProblem {}

    /** An account that must be writable is not. */
    record NotWritable(InstructionType type, AccountRole role, int position, Address address)
            implements SquadsInstructionProblem {}
}
