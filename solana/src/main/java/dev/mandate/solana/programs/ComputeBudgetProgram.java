package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.ComputeBudgetInstruction.HeapFrame;
import dev.mandate.solana.programs.ComputeBudgetInstruction.LoadedAccountsDataLimit;
import dev.mandate.solana.programs.ComputeBudgetInstruction.UnitLimit;
import dev.mandate.solana.programs.ComputeBudgetInstruction.UnitPrice;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * The compute budget program: how much a transaction may compute and what it pays for it. Read from the outer instructions
 * alone. Its data is a one-byte number and one argument, little-endian.
 */
public final class ComputeBudgetProgram {

    public static final Address ID = Address.ofConstant("ComputeBudget111111111111111111111111111111");

    private static final int HEAP_FRAME = 1;
    private static final int UNIT_LIMIT = 2;
    private static final int UNIT_PRICE = 3;
    private static final int LOADED_ACCOUNTS_DATA_LIMIT = 4;

    private ComputeBudgetProgram() {}

    /** Sets the most compute units that the transaction may use; see {@link UnitLimit}. */
    public static Instruction setComputeUnitLimit(long units) {
        return encode(new UnitLimit(units));
    }

    /** Sets the priority fee, in millionths of a lamport for each compute unit. */
    public static Instruction setComputeUnitPrice(BaseUnits microLamportsPerUnit) {
        return encode(new UnitPrice(microLamportsPerUnit));
    }

    public static Instruction encode(ComputeBudgetInstruction instruction) {
        Bytes data = switch (instruction) {
            case HeapFrame(long bytes) -> numberAndU32(HEAP_FRAME, bytes);
            case UnitLimit(long units) -> numberAndU32(UNIT_LIMIT, units);
            case UnitPrice(BaseUnits price) ->
                InstructionShape.written(InstructionShape.allocate(9).put((byte) UNIT_PRICE).putLong(price.bits()));
            case LoadedAccountsDataLimit(long bytes) -> numberAndU32(LOADED_ACCOUNTS_DATA_LIMIT, bytes);
        };
        return new Instruction(ID, Array.empty(), data);
    }

    /** What {@code instruction} asks of this program. */
    public static Either<InstructionProblem, ComputeBudgetInstruction> decode(Instruction instruction) {
        return InstructionShape.tag(instruction, ID, 1).flatMap(tag -> decode(tag, instruction));
    }

    private static Either<InstructionProblem, ComputeBudgetInstruction> decode(long tag, Instruction instruction) {
        return switch ((int) tag) {
            case HEAP_FRAME -> InstructionShape.of(instruction, 5, 0).map(it -> new HeapFrame(it.u32(1)));
            case UNIT_LIMIT -> InstructionShape.of(instruction, 5, 0).map(it -> new UnitLimit(it.u32(1)));
            case UNIT_PRICE -> InstructionShape.of(instruction, 9, 0).map(it -> new UnitPrice(BaseUnits.ofUnsignedBits(it.u64(1))));
            case LOADED_ACCOUNTS_DATA_LIMIT ->
                InstructionShape.of(instruction, 5, 0).map(it -> new LoadedAccountsDataLimit(it.u32(1)));
            default -> Either.left(new InstructionProblem.UnknownInstruction(tag));
        };
    }

    private static Bytes numberAndU32(int number, long argument) {
        return InstructionShape.written(InstructionShape.allocate(5).put((byte) number).putInt((int) argument));
    }
}
