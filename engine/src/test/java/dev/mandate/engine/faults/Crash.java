package dev.mandate.engine.faults;

/** The process dies here, as far as a test can let it die. An error: what lives on past its faults does not live on past this. */
public final class Crash extends Error {

    private static final long serialVersionUID = 1L;
}
