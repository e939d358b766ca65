package dev.mandate.simulator.runtime;

/** What keeps an account alive: two years of 3,480 lamports for each byte, of which every account counts 128 more. */
public final class Rent {

    private static final long ACCOUNT_OVERHEAD_BYTES = 128;
    private static final long LAMPORTS_PER_BYTE = 2 * 3_480;

    private Rent() {}

    /** Lamports that keep an account of {@code dataLength} bytes alive. */
    public static long exemptMinimum(int dataLength) {
        return (ACCOUNT_OVERHEAD_BYTES + dataLength) * LAMPORTS_PER_BYTE;
    }
}
