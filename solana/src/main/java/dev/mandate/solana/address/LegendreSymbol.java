package dev.mandate.solana.address;

/**
 * Tells squares modulo p = 2^255 - 19 from the rest by the Jacobi symbol, as a binary Euclidean algorithm on 64-bit words.
 * Several times as fast as Euler's criterion, whose 254 squarings it replaces by some 180 subtractions.
 */
final class LegendreSymbol {

    private static final long P0 = -19L;
    private static final long P1 = -1L;
    private static final long P2 = -1L;
    private static final long P3 = Long.MAX_VALUE;

    private LegendreSymbol() {}

    /**
     * Whether {@code a} is a square modulo p, zero included.
     *
     * <p>Keeps {@code n} odd and the symbol (a/n) times (-1)^flips unchanged, until a is zero. Halving a flips the sign
     * where n is 3 or 5 modulo 8; exchanging odd a and n flips it where both are 3 modulo 4. Each turn takes the difference of the
     * two, so that the larger one loses bits; the words in play get fewer as both shrink.
     *
     * @param a0 the lowest of four words of a number below p
     */
    static boolean isSquareModP(long a0, long a1, long a2, long a3) {
        if ((a0 | a1 | a2 | a3) == 0) {
            return true;
        }
        long n0 = P0;
        long n1 = P1;
        long n2 = P2;
        long n3 = P3;
        // Only its lowest bit counts.
        long flips = 0;

        while ((a2 | a3 | n2 | n3) != 0) {
            if (a0 == 0) {
                // A shift by 64 is even and changes no sign.
                a0 = a1;
                a1 = a2;
                a2 = a3;
                a3 = 0;
                continue;
            }
            int zeros = Long.numberOfTrailingZeros(a0);
            flips ^= zeros & (n0 >>> 1 ^ n0 >>> 2);
            // Two shifts, because Java takes a shift by 64 as none.
            a0 = a0 >>> zeros | a1 << 1 << (63 - zeros);
            a1 = a1 >>> zeros | a2 << 1 << (63 - zeros);
            a2 = a2 >>> zeros | a3 << 1 << (63 - zeros);
            a3 >>>= zeros;

            long d0 = a0 - n0;
            long b = borrow(a0, n0, d0);
            long t = a1 - n1;
            long d1 = t - b;
            b = borrow(a1, n1, t) | borrow(t, b, d1);
            t = a2 - n2;
            long d2 = t - b;
            b = borrow(a2, n2, t) | borrow(t, b, d2);
            t = a3 - n3;
            long d3 = t - b;
            b = borrow(a3, n3, t) | borrow(t, b, d3);

            // Without a branch, which would be guessed wrong every other time: where a < n, n becomes a and the difference
            // is negated.
            long less = -b;
            flips ^= (a0 & n0 & less) >>> 1;
            n0 ^= (n0 ^ a0) & less;
            n1 ^= (n1 ^ a1) & less;
            n2 ^= (n2 ^ a2) & less;
            n3 ^= (n3 ^ a3) & less;
            a0 = (d0 ^ less) + b;
            long c = b & isZero(a0);
            a1 = (d1 ^ less) + c;
            c &= isZero(a1);
            a2 = (d2 ^ less) + c;
            c &= isZero(a2);
            a3 = (d3 ^ less) + c;
        }

        while ((a1 | n1) != 0) {
            if (a0 == 0) {
                a0 = a1;
                a1 = 0;
                continue;
            }
            int zeros = Long.numberOfTrailingZeros(a0);
            flips ^= zeros & (n0 >>> 1 ^ n0 >>> 2);
            a0 = a0 >>> zeros | a1 << 1 << (63 - zeros);
            a1 >>>= zeros;

            long d0 = a0 - n0;
            long b = borrow(a0, n0, d0);
            long t = a1 - n1;
            long d1 = t - b;
            b = borrow(a1, n1, t) | borrow(t, b, d1);

            long less = -b;
            flips ^= (a0 & n0 & less) >>> 1;
            n0 ^= (n0 ^ a0) & less;
            n1 ^= (n1 ^ a1) & less;
            a0 = (d0 ^ less) + b;
            a1 = (d1 ^ less) + (b & isZero(a0));
        }

        while (a0 != 0) {
            int zeros = Long.numberOfTrailingZeros(a0);
            flips ^= zeros & (n0 >>> 1 ^ n0 >>> 2);
            a0 >>>= zeros;
            long difference = a0 - n0;
            long less = -borrow(a0, n0, difference);
            flips ^= (a0 & n0 & less) >>> 1;
            n0 ^= (n0 ^ a0) & less;
            a0 = (difference ^ less) - less;
        }
        return (flips & 1) == 0;
    }

    /** 1 where {@code a - b}, which is {@code difference}, went below zero, otherwise 0. */
    private static long borrow(long a, long b, long difference) {
        return ((~a & b) | (~(a ^ b) & difference)) >>> 63;
    }

    /** 1 for zero, otherwise 0. */
    private static long isZero(long word) {
        return (word | -word) >>> 63 ^ 1;
    }
}
