package dev.mandate.testsupport.extent;

/**
 * How much a test plays. {@code ./mvnw verify} plays little. {@code -Pfull}, mutation testing and editors play all of it. A test that asks
 * carries the tag {@code counted}, so that {@code -Pfull} runs it again.
 */
public final class TestExtent {

    private static final boolean SHORT = Boolean.getBoolean("mandate.test.short");

    private TestExtent() {}

    /** Returns how many rounds to play. */
    public static int of(int inVerify, int inAll) {
        return SHORT ? inVerify : inAll;
    }

    /**
     * Returns how many steps to go on between two faults: 1, so that each step has its fault, and {@code inVerify} in
     * {@code ./mvnw verify}.
     */
    public static int stride(int inVerify) {
        return of(inVerify, 1);
    }
}
