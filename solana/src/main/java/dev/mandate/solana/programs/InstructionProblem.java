package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ReadProblem;

/** Why an instruction can't be read as one of a program that is known here. Positions of accounts count from 0. */
public sealed interface InstructionProblem {

    /** It calls another program. */
    record OtherProgram(Address program, Address expected) implements InstructionProblem {}

    /**
     * The program has no such instruction, or none that is read here.
     *
     * @param tag the bytes with which the data begins, by which the program tells its instructions apart
     */
    record UnknownInstruction(Bytes tag) implements InstructionProblem {}

    /** The data is not the encoding of any arguments. */
    record BadData(ReadProblem cause) implements InstructionProblem {}

    /** The list of accounts ends too early. */
    record MissingAccount(int position) implements InstructionProblem {}

    /** Accounts follow that the instruction has no use for. */
    record UnexpectedAccounts(int expected, int actual) implements InstructionProblem {}

    /** An account where the program accepts only another one. */
    record WrongAccount(int position, Address expected, Address actual) implements InstructionProblem {}

    /** An account that must sign does not. */
    record NotSigner(int position, Address address) implements InstructionProblem {}

    /** An account that must be writable is not. */
    record NotWritable(int position, Address address) implements InstructionProblem {}

    /**
     * A derived address is right, but not the bump that it is said to have.
     *
     * @param expected the bump that the address has
     */
    record UnexpectedBump(int bump, int expected) implements InstructionProblem {}
}
