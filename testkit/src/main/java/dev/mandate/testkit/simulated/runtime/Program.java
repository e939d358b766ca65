package dev.mandate.testkit.simulated.runtime;

import dev.mandate.domain.chain.Address;

/** A program that the simulated chain knows. Keeps no state: all there is lives in accounts. */
public interface Program {

    /** Where it lives. */
    Address address();

    /** What a call costs about, in compute units: simulated programs are not metered. */
    int usualComputeUnits();

    /**
     * Runs one instruction.
     *
     * @throws ProgramAbort where it fails; then the whole transaction has no effect
     */
    void run(Invocation invocation);
}
