package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.Address;

/** A program that the simulated chain knows. Keeps no state: all there is lives in accounts. */
public interface Program {

    /** Where it lives. */
    Address address();

    /** What a call takes, in compute units, as a rule: how much the real program takes depends on its data as well. */
    int usualComputeUnits();

    /**
     * Runs one instruction.
     *
     * @throws ProgramAbort where it fails; then the whole transaction has no effect
     */
    void run(Invocation invocation);
}
