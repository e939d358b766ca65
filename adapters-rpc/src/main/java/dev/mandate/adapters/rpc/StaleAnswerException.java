package dev.mandate.adapters.rpc;

/** An answer is older than another one that was heard before, or its parts are of different slots. Caught where it was asked for. */
final class StaleAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1;

    StaleAnswerException(String problem) {
        super(problem, null, false, false);
    }
}
