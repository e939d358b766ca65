package dev.mandate.ports.api.throwing;

import dev.mandate.ports.api.refusal.Failure;
import io.vavr.control.Option;

/** A refusal, for hosts that throw. Thrown by {@link ThrowingCustody} alone. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    RefusedException(Failure failure, Option<Throwable> cause) {
        super(failure.code() + ": " + failure.message(), cause.getOrNull());
        this.failure = failure;
    }

    /** Its code for programs, sentences for people, facts and remedy, as in the list of error codes. */
    public Failure failure() {
        return failure;
    }
}
