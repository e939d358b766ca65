package dev.mandate.adapters.rpc;

/** An answer is not what the interface promises. Thrown while one is read, and caught where it was asked for. */
final class MalformedAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param problem what is wrong, without the answer's own words */
    MalformedAnswerException(String problem) {
        super(problem, null, false, false);
    }
}
