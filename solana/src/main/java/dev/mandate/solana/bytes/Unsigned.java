package dev.mandate.solana.bytes;

/**
 * Range checks for unsigned numbers in wider Java types.
 *
 * <p>Constructors use them: a value out of range is a bug of the caller, not an expected refusal.
 */
public final class Unsigned {

    public static final int U8_MAX = 0xff;
    public static final int U16_MAX = 0xffff;
    public static final long U32_MAX = 0xffff_ffffL;

    private Unsigned() {}

    /**
     * Requires a number in 0..255.
     *
     * @throws IllegalArgumentException if {@code value} is out of range
     */
    public static void requireU8(int value) {
        require(value, U8_MAX);
    }

    /**
     * Requires a number in 0..65,535.
     *
     * @throws IllegalArgumentException if {@code value} is out of range
     */
    public static void requireU16(int value) {
        require(value, U16_MAX);
    }

    /**
     * Requires a number in 0..4,294,967,295.
     *
     * @throws IllegalArgumentException if {@code value} is out of range
     */
    public static void requireU32(long value) {
        require(value, U32_MAX);
    }

    private static void require(long value, long max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(value + " is not in 0.." + max);
        }
    }
}
