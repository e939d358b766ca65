package dev.mandate.ports.api.refusal;

/**
 * One problem of a request.
 *
 * @param subject the part at fault
 * @param message names the rule and the facts; never repeats a value that may be secret
 */
public record Problem(Subject subject, FailureCode code, String message) {

    /** A problem of a part that only an adapter's interface has. */
    public Problem(String name, FailureCode code, String message) {
        this(new Subject.Named(name), code, message);
    }
}
