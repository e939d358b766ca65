package dev.mandate.simulator.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.Program;

/** Does nothing when it runs: the network reads its instructions before execution. */
public final class SimulatedComputeBudgetProgram implements Program {

    @Override
    public Address address() {
        return ComputeBudgetProgram.ID;
    }

    @Override
    public int usualComputeUnits() {
        return 150;
    }

    @Override
    public void run(Invocation invocation) {
        // See the class comment.
    }
}
