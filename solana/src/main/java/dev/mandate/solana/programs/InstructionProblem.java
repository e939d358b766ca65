package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;

/** Why an instruction cannot be decoded. Positions of accounts count from 0. */
public sealed interface InstructionProblem {

    /** The instruction calls another program. */
    record OtherProgram(Address program, Address expected) implements InstructionProblem {}

    /**
     * The instruction is unknown here.
     *
     * @param tag the first bytes of the data, which identify the instruction
     */
    record UnknownInstruction(Bytes tag) implements InstructionProblem {}

    /** The data is not a valid encoding of the arguments. */
    record BadData(ReadProblem cause) implements InstructionProblem {}

    /** The list of accounts ends too early. */
    record MissingAccount(int position) implements InstructionProblem {}

    /** There are more accounts than the instruction uses. */
    record UnexpectedAccounts(int expected, int actual) implements InstructionProblem {}

    /** An account is not the one that the program requires. */
    record WrongAccount(int position, Address expected, Address actual) implements InstructionProblem {}

    /** An account that must sign does not sign. */
    record NotSigner(int position, Address address) implements InstructionProblem {}

    /** An account that must be writable is not writable. */
    record NotWritable(int position, Address address) implements InstructionProblem {}

    /**
     * A derived address is right, but its stated bump is wrong.
     *
     * @param bump the stated bump
     * @param expected the bump of the address
     */
    record UnexpectedBump(int bump, int expected) implements InstructionProblem {}
}
