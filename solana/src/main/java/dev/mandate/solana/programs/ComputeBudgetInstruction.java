package dev.mandate.solana.programs;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.Unsigned;
import io.vavr.control.Option;

/** The instructions of {@link ComputeBudgetProgram}. A transaction may hold each kind at most once. */
public sealed interface ComputeBudgetInstruction {

    /** Returns why the runtime refuses this instruction in any transaction; none if it accepts it. */
    default Option<String> fault() {
        return switch (this) {
            case HeapFrame(long bytes) ->
                Option.when(
                        bytes < HeapFrame.LEAST || bytes > HeapFrame.MOST || bytes % HeapFrame.STEP != 0,
                        () -> "a heap of " + bytes + " bytes: it is " + HeapFrame.LEAST + " to " + HeapFrame.MOST
                                + ", in steps of " + HeapFrame.STEP);
            case LoadedAccountsDataLimit(long bytes) ->
                Option.when(bytes == 0, "a limit of no account data at all");
            case UnitLimit limit -> Option.none();
            case UnitPrice price -> Option.none();
        };
    }

    /**
     * Sets the most compute units that the transaction may use.
     *
     * @param units from 0 to 4,294,967,295; the runtime caps it at 1,400,000
     */
    record UnitLimit(long units) implements ComputeBudgetInstruction {
        public UnitLimit {
            Unsigned.requireU32(units);
        }
    }

    /**
     * Sets the priority fee.
     *
     * @param microLamportsPerUnit millionths of a lamport for each compute unit of the limit
     */
    record UnitPrice(BaseUnits microLamportsPerUnit) implements ComputeBudgetInstruction {}

    /**
     * Sets a larger heap for the programs.
     *
     * @param bytes from 0 to 4,294,967,295; the runtime accepts 32 KiB to 256 KiB in steps of 1 KiB
     */
    record HeapFrame(long bytes) implements ComputeBudgetInstruction {

        static final long LEAST = 32 * 1_024;
        static final long MOST = 256 * 1_024;
        static final long STEP = 1_024;

        public HeapFrame {
            Unsigned.requireU32(bytes);
        }
    }

    /**
     * Limits the account data that the transaction may load.
     *
     * @param bytes from 0 to 4,294,967,295; the runtime refuses 0
     */
    record LoadedAccountsDataLimit(long bytes) implements ComputeBudgetInstruction {
        public LoadedAccountsDataLimit {
            Unsigned.requireU32(bytes);
        }
    }
}
