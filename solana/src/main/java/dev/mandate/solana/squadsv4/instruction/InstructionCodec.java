package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Between the program's instructions and what stands in a transaction.
 *
 * <p>Decoding is strict: whatever it accepts encodes to the same data and the same addresses in the same order. It accepts accounts
 * with more rights than the program asks for, and the encoding gives the rights that it asks for. It is stricter than the program
 * in two respects: the program ignores bytes after the arguments, and accounts after its own.
 *
 * @param program the deployed program, {@link SquadsV4#PROGRAM} on the public networks
 */
public record InstructionCodec(Address program) {

    /** That of the public deployment. */
    public static final InstructionCodec V4 = new InstructionCodec(SquadsV4.PROGRAM);

    /**
     * The instruction as a transaction holds it.
     *
     * @throws IllegalArgumentException if an optional account is the program itself, which on the wire means none, if a number is out
     *     of its range, or if a memo holds half of a surrogate pair
     */
    public Instruction encode(SquadsInstruction instruction) {
        return InstructionWriter.write(program, out -> {
            out.data().discriminator(instruction.type().discriminator());
            instruction.write(out);
        });
    }

    /** What the instruction says, or why it says nothing. */
    public Either<InstructionProblem, SquadsInstruction> decode(Instruction instruction) {
        return InstructionReader.of(instruction, program).flatMap(in -> {
            Option<InstructionType> type = InstructionType.of(in.data().discriminator());
            return type.isEmpty() ? in.unknown() : in.finish(type.get().read(in));
        });
    }
}
