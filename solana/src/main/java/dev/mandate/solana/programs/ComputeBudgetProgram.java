package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.ComputeBudgetInstruction.HeapFrame;
import dev.mandate.solana.programs.ComputeBudgetInstruction.LoadedAccountsDataLimit;
import dev.mandate.solana.programs.ComputeBudgetInstruction.UnitLimit;
import dev.mandate.solana.programs.ComputeBudgetInstruction.UnitPrice;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * The compute budget program: how much a transaction may compute and what it pays for that. The runtime reads only top-level
 * instructions. The data is a one-byte number and one little-endian argument.
 */
public final class ComputeBudgetProgram {

    public static final Address ID = Address.of("ComputeBudget111111111111111111111111111111");

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
        Bytes data = ByteWriter.write(out -> {
            switch (instruction) {
                case HeapFrame(long bytes) -> {
                    out.u8(HEAP_FRAME);
                    out.u32(bytes);
                }
                case UnitLimit(long units) -> {
                    out.u8(UNIT_LIMIT);
                    out.u32(units);
                }
                case UnitPrice(BaseUnits price) -> {
                    out.u8(UNIT_PRICE);
                    out.amount(price);
                }
                case LoadedAccountsDataLimit(long bytes) -> {
                    out.u8(LOADED_ACCOUNTS_DATA_LIMIT);
                    out.u32(bytes);
                }
            }
        });
        return new Instruction(ID, Array.empty(), data);
    }

    /** Decodes an instruction of this program. */
    public static Either<InstructionProblem, ComputeBudgetInstruction> decode(Instruction instruction) {
        return InstructionReader.of(instruction, ID).flatMap(ComputeBudgetProgram::read);
    }

    private static Either<InstructionProblem, ComputeBudgetInstruction> read(InstructionReader in) {
        ByteReader data = in.data();
        return switch (data.u8()) {
            case HEAP_FRAME -> in.finish(new HeapFrame(data.u32()));
            case UNIT_LIMIT -> in.finish(new UnitLimit(data.u32()));
            case UNIT_PRICE -> in.finish(new UnitPrice(data.amount()));
            case LOADED_ACCOUNTS_DATA_LIMIT -> in.finish(new LoadedAccountsDataLimit(data.u32()));
            default -> in.unknown();
        };
    }
}
