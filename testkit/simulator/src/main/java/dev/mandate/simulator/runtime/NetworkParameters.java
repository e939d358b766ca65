package dev.mandate.simulator.runtime;

/**
 * What a network decides and changes over time. Clients must ask for it.
 *
 * @param lamportsPerSignature the base fee
 * @param lamportsPerByte the rent-exempt minimum of one byte
 * @param blockhashLifeBlocks a blockhash is valid for this many blocks after its own
 * @param slotMillis the time of a slot
 */
public record NetworkParameters(
        long lamportsPerSignature, long lamportsPerByte, long blockhashLifeBlocks, long slotMillis) {

    /** 5,000 lamports a signature, two years of rent at 3,480 lamports a byte and year, 150 blocks, and slots of 400 ms. */
    public static final NetworkParameters DEFAULT = new NetworkParameters(5_000, 2 * 3_480, 150, 400);

    /** Each account counts so many bytes more than its data. */
    private static final long ACCOUNT_OVERHEAD_BYTES = 128;

    public NetworkParameters {
        if (lamportsPerSignature < 0 || lamportsPerByte < 0 || blockhashLifeBlocks < 1 || slotMillis < 1) {
            throw new IllegalArgumentException("no network has a negative price, or a blockhash or slot without duration");
        }
    }

    /** Returns the lamports that make an account of {@code dataLength} bytes rent-exempt. */
    public long exemptMinimum(int dataLength) {
        return (ACCOUNT_OVERHEAD_BYTES + dataLength) * lamportsPerByte;
    }
}
