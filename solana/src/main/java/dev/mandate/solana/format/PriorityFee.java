package dev.mandate.solana.format;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.math.BigInteger;

/**
 * Computes the greatest priority fee of a legacy or version 0 transaction, for comparison with a limit. If no unit limit is set, the
 * runtime's default applies, which the network can change; the greatest unit limit counts instead. It reads instructions as the runtime does
 * ({@code process_compute_budget_instructions}): bytes after an instruction's number and argument have no effect.
 */
final class PriorityFee {

    private static final int UNIT_LIMIT = 2;
    private static final int UNIT_PRICE = 3;
    private static final BigInteger MAX_UNITS = BigInteger.valueOf(ComputeBudget.MAX_UNITS);

    private static final long USUAL_UNITS = 200_000;
    private static final long USUAL_NATIVE_UNITS = 3_000;

    private PriorityFee() {}

    static long usualUnits(Seq<Instruction> instructions) {
        return instructions
                .map(one -> NativePrograms.BUILT_IN.contains(one.program()) ? USUAL_NATIVE_UNITS : USUAL_UNITS)
                .fold(0L, (sum, units) -> Math.min(sum + units, ComputeBudget.MAX_UNITS));
    }

    static BaseUnits of(Seq<Instruction> instructions) {
        Seq<Instruction> budget = instructions.filter(one -> one.program().equals(ComputeBudgetProgram.ID));
        BigInteger units = arguments(budget, UNIT_LIMIT).max().getOrElse(MAX_UNITS).min(MAX_UNITS);
        BigInteger price = arguments(budget, UNIT_PRICE).max().getOrElse(BigInteger.ZERO);
        return ComputeBudget.priorityFee(units, price);
    }

    private static Seq<BigInteger> arguments(Seq<Instruction> budget, int number) {
        return budget.flatMap(instruction -> {
            ByteReader in = new ByteReader(instruction.data());
            return in.u8() == number
                    ? in.finishPrefix(number == UNIT_PRICE ? in.u64() : in.u32())
                            .map(value -> new BigInteger(Long.toUnsignedString(value)))
                            .toOption()
                    : Option.none();
        });
    }
}
