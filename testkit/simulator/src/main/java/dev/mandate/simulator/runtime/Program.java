package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.Address;

/** A program of the simulated chain. It keeps no state; all state is in accounts. */
public interface Program {

    /** Returns the program's address. */
    Address address();

    /** Returns the typical number of compute units of a call. The real number also depends on the data. */
    int usualComputeUnits();

    /**
     * Runs one instruction.
     *
     * @throws ProgramAbort if it fails; the whole transaction then has no effect
     */
    void run(Invocation invocation);
}
