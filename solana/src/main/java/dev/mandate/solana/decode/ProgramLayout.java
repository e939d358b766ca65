package dev.mandate.solana.decode;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.DescribedInstruction.Decoded;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;

/**
 * The table of a program.
 *
 * @param name the program's usual name
 * @param mark how the number of an instruction is written
 * @param layouts by that number
 * @param named the names of instructions that are known and not decoded, by that number
 */
record ProgramLayout(String name, Mark mark, Map<Long, InstructionLayout> layouts, Map<Long, String> named) {

    /** How the number of an instruction is written. */
    enum Mark {
        U8(1),
        U32(4),
        /** Eight bytes, the first one highest. */
        DISCRIMINATOR(8);

        private final int bytes;

        Mark(int bytes) {
            this.bytes = bytes;
        }

        private long read(ByteReader in) {
            return switch (this) {
                case U8 -> in.u8();
                case U32 -> in.u32();
                case DISCRIMINATOR -> in.discriminator();
            };
        }
    }

    private static final int SUB = 1_000;

    /** The number of an extension's instruction: the number of the extension, then its own. */
    static long ext(int extension, int number) {
        return SUB * (extension + 1L) + number;
    }

    static ProgramLayout of(String name, Mark mark) {
        return new ProgramLayout(name, mark, HashMap.empty(), HashMap.empty());
    }

    /** The table with one more row. */
    ProgramLayout row(long number, String instruction, String accounts, String arguments, String money, String sentence) {
        return with(number, InstructionLayout.of(instruction, accounts, arguments, money, sentence));
    }

    ProgramLayout with(long number, InstructionLayout layout) {
        if (layouts.containsKey(number)) {
            throw new IllegalArgumentException("two instructions " + number + " of " + name);
        }
        return new ProgramLayout(name, mark, layouts.put(number, layout), named);
    }

    /** The table with the names of further instructions, the first of which has {@code number}. They are not decoded. */
    ProgramLayout named(long number, String... names) {
        return new ProgramLayout(
                name, mark, layouts, named.merge(Array.of(names).zipWithIndex().toMap(one -> Tuple.of(number + one._2, one._1))));
    }

    /** The same table, of a program whose instructions are part of any transaction. */
    ProgramLayout bookkeeping() {
        return new ProgramLayout(name, mark, layouts.mapValues(InstructionLayout::bookkeeping), named);
    }

    private String why(long number, long sub) {
        return named.get(sub)
                .orElse(() -> named.get(number))
                .map(known -> "it is the instruction " + known + " of the program " + name + ", which is not decoded here")
                .getOrElse(() -> "the program " + name + " has no known instruction " + Long.toUnsignedString(number));
    }

    /** Reads an instruction; left: a clause that says why it is not understood. */
    Either<String, Decoded> read(Address program, Array<AccountMeta> accounts, Bytes data, TokenContext tokens) {
        ByteReader in = new ByteReader(data);
        long number = mark.read(in);
        if (data.length() < mark.bytes) {
            return Either.left("it has no number of an instruction");
        }
        if (layouts.containsKey(number)) {
            return layouts.get(number).get().read(program, name, accounts, in, data, tokens);
        }
        long sub = mark == Mark.U8 ? ext((int) number, in.u8()) : number;
        return in.finishPrefix(sub)
                .toOption()
                .flatMap(layouts::get)
                .toEither(() -> why(number, sub))
                .flatMap(layout -> layout.read(program, name, accounts, in, data, tokens));
    }
}
