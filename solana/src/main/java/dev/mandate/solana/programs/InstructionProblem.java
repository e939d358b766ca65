package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;

/** Why an instruction can't be read as one of a program that is known here. */
public sealed interface InstructionProblem {

    /** It calls another program. */
    record ForeignProgram(Address program, Address expected) implements InstructionProblem {}

    /**
     * The program has no such instruction, or none that is read here.
     *
     * @param tag the number with which the data begins
     */
    record UnknownInstruction(long tag) implements InstructionProblem {}

    /**
     * Data of another length than this instruction's arguments have.
     *
     * @param expected in bytes; where not even the instruction's number can be read, the length of that
     */
    record WrongDataLength(int length, int expected) implements InstructionProblem {}

    /** More or fewer accounts than this instruction takes. */
    record WrongAccountCount(int accounts, int expected) implements InstructionProblem {}

    /**
     * An account where the program accepts only another one.
     *
     * @param position zero-based, among the instruction's accounts
     */
    record UnexpectedAccount(int position, Address actual, Address expected) implements InstructionProblem {}

    /**
     * A derived address is right, but not the bump that it is said to have.
     *
     * @param expected the bump that the address has
     */
    record UnexpectedBump(int bump, int expected) implements InstructionProblem {}
}
