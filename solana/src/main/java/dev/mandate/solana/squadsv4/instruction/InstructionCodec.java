package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.programs.InstructionProblem;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Set;

/**
 * Encodes and decodes the program's instructions.
 *
 * <p>Decoding is strict: an accepted instruction encodes to the same data and to the same addresses in the same order. An
 * account may have more rights than the program requires; encoding gives it the required rights. Decoding is stricter than the
 * program in two points: the program ignores bytes after the arguments and accounts after its own. Of the latter only further signers
 * of a vote are accepted.
 *
 * @param program the deployed program, {@link SquadsV4#PROGRAM} on the public networks
 */
public record InstructionCodec(Address program) {

    /** The codec of the public deployment. */
    public static final InstructionCodec V4 = new InstructionCodec(SquadsV4.PROGRAM);

    /**
     * Encodes an instruction as a transaction holds it.
     *
     * @throws IllegalArgumentException if a number is out of range, if a memo holds half of a surrogate pair, or if an optional
     * account is the program itself, which means absent on the wire
     */
    public Instruction encode(SquadsInstruction instruction) {
        return InstructionWriter.write(program, out -> {
            out.data().discriminator(instruction.type().discriminator());
            instruction.write(out);
        });
    }

    /** Decodes an instruction if it is of one of {@code types}; none if it is of another, or cannot be decoded. Others are not read. */
    public Option<SquadsInstruction> decode(Instruction instruction, Set<InstructionType> types) {
        return InstructionReader.of(instruction, program)
                .toOption()
                .flatMap(in -> InstructionType.of(in.data().discriminator()))
                .filter(types::contains)
                .flatMap(type -> decode(instruction).toOption());
    }

    /** Decodes an instruction, or returns why it cannot. */
    public Either<InstructionProblem, SquadsInstruction> decode(Instruction instruction) {
        return InstructionReader.of(instruction, program).flatMap(in -> {
            Option<InstructionType> type = InstructionType.of(in.data().discriminator());
            return type.isEmpty() ? in.unknown() : in.finish(type.get().read(in));
        });
    }
}
