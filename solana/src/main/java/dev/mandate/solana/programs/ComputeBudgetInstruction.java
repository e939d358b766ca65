package dev.mandate.solana.programs;

import dev.mandate.domain.money.BaseUnits;

/** What {@link ComputeBudgetProgram} is asked for; each at most once in a transaction. */
public sealed interface ComputeBudgetInstruction {

    /**
     * The most compute units that the transaction may use.
     *
     * @param units from 0 to 4,294,967,295; the runtime caps it at 1,400,000
     */
    record UnitLimit(long units) implements ComputeBudgetInstruction {
        public UnitLimit {
            requireU32(units);
        }
    }

    /**
     * The priority fee.
     *
     * @param microLamportsPerUnit millionths of a lamport for each compute unit of the limit
     */
    record UnitPrice(BaseUnits microLamportsPerUnit) implements ComputeBudgetInstruction {}

    /**
     * A larger heap for the programs.
     *
     * @param bytes from 0 to 4,294,967,295
     */
    record HeapFrame(long bytes) implements ComputeBudgetInstruction {
        public HeapFrame {
            requireU32(bytes);
        }
    }

    /**
     * The most account data that the transaction may load.
     *
     * @param bytes from 0 to 4,294,967,295
     */
    record LoadedAccountsDataLimit(long bytes) implements ComputeBudgetInstruction {
        public LoadedAccountsDataLimit {
            requireU32(bytes);
        }
    }

    private static void requireU32(long value) {
        if (value < 0 || value > 0xffff_ffffL) {
            throw new IllegalArgumentException(value + " is not an unsigned 32-bit number");
        }
    }
}
