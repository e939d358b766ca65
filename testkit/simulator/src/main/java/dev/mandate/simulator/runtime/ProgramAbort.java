package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.InstructionFailure;

/**
 * The end of a program by an error. It unwinds through all callers, none of which can catch it, exactly as in the real
 * runtime; {@link TransactionContext} turns it into a value again.
 */
public final class ProgramAbort extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient InstructionFailure failure;

    private ProgramAbort(InstructionFailure failure) {
        // Without a stack trace: failing is an everyday event here.
        super(failure.toString(), null, false, false);
        this.failure = failure;
    }

    /** A program's own error. */
    public static ProgramAbort custom(long code) {
        return new ProgramAbort(new InstructionFailure.Custom(code));
    }

    /**
     * An error of the runtime.
     *
     * @param name as the runtime spells it
     */
    public static ProgramAbort named(String name) {
        return new ProgramAbort(new InstructionFailure.Named(name));
    }

    public InstructionFailure failure() {
        return failure;
    }
}
