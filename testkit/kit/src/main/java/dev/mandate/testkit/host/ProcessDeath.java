package dev.mandate.testkit.host;

/** The process dies here, as far as a test can let it die. An error: what handles faults does not handle this. */
final class ProcessDeath extends Error {

    private static final long serialVersionUID = 1L;
}
