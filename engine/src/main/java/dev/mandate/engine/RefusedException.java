package dev.mandate.engine;

import dev.mandate.ports.api.refusal.Failure;

/** A refusal, for hosts that throw. Thrown by {@link ThrowingCustody} alone. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    RefusedException(Failure failure) {
        super(failure.code() + ": " + failure.message());
        this.failure = failure;
    }

    /** Its code for programs, sentences for people, facts and remedy, as in the list of error codes. */
    public Failure failure() {
        return failure;
    }
}
