package dev.mandate.engine.faults;

/** The process dies here, as far as a test can let it die. */
public final class Crash extends RuntimeException {

    private static final long serialVersionUID = 1L;
}
