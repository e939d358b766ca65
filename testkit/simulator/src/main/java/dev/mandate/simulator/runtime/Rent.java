package dev.mandate.simulator.runtime;

/** The rent-exempt minimum: two years at 3,480 lamports a byte and year. Each account counts 128 bytes more than its data. */
public final class Rent {

    private static final long ACCOUNT_OVERHEAD_BYTES = 128;
    private static final long LAMPORTS_PER_BYTE = 2 * 3_480;

    private Rent() {}

    /** Returns the lamports that make an account of {@code dataLength} bytes rent-exempt. */
    public static long exemptMinimum(int dataLength) {
        return (ACCOUNT_OVERHEAD_BYTES + dataLength) * LAMPORTS_PER_BYTE;
    }
}
