package dev.mandate.engine.submission;

/** The process dies here, as far as a test can let it die. */
final class Crash extends RuntimeException {

    private static final long serialVersionUID = 1L;
}
