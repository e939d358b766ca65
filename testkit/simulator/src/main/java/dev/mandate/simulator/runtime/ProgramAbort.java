package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.InstructionFailure;

/**
 * Ends a program with an error. As in the real runtime, it ends all callers too, and none can catch it. {@link
 * TransactionContext} converts it to a value.
 */
public final class ProgramAbort extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient InstructionFailure failure;

    private ProgramAbort(InstructionFailure failure) {
        // No stack trace: failures are frequent here.
        super(failure.toString(), null, false, false);
        this.failure = failure;
    }

    /** Returns the abort with a program's own error code. */
    public static ProgramAbort custom(long code) {
        return new ProgramAbort(new InstructionFailure.Custom(code));
    }

    /**
     * Returns the abort with an error of the runtime.
     *
     * @param name the runtime's name of the error
     */
    public static ProgramAbort named(String name) {
        return new ProgramAbort(new InstructionFailure.Named(name));
    }

    public InstructionFailure failure() {
        return failure;
    }
}
