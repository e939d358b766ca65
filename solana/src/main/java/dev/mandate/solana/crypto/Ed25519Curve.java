package dev.mandate.solana.crypto;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.cache.BoundedCache;
import org.bouncycastle.math.ec.rfc7748.X25519Field;
import org.bouncycastle.math.raw.Nat;
import org.bouncycastle.math.raw.Nat256;

/**
 * Decides whether 32 bytes encode a point of the Ed25519 curve. Only such bytes can be a public key.
 *
 * <p>The answer equals that of the chain's runtime, which decompresses points with curve25519-dalek. The runtime is laxer than
 * RFC 8032 section 5.1.3 in two ways: it takes a y of p or more modulo p, and it ignores the sign bit, so "negative zero" is a
 * point too. BouncyCastle's own check refuses both.
 *
 * <p>Not constant-time: addresses are public.
 */
public final class Ed25519Curve {

    private static final int WORDS = 8;
    /** 2^255 - 19, the lowest word first. */
    private static final int[] P = {-19, -1, -1, -1, -1, -1, -1, Integer.MAX_VALUE};

    /** Every build checks the same few signers, and one check takes several microseconds. */
    private static final BoundedCache<Address, Boolean> ANSWERS = new BoundedCache<>(12);

    private Ed25519Curve() {}

    /** Returns whether {@code address} decodes to a point. */
    public static boolean contains(Address address) {
        return ANSWERS.find(address, asked -> contains(asked.toArray()));
    }

    /** Returns whether the 32 bytes of {@code encoded} decode to a point. */
    public static boolean contains(byte[] encoded) {
        // x^2 = (y^2 - 1) / (d y^2 + 1) with d = -121665/121666 (RFC 8032 section 5.1). The divisor is never zero. A quotient is a
        // square if and only if the product is. Both sides are multiplied by 121666.
        int[] numerator = X25519Field.create();
        X25519Field.decode255(encoded, numerator);
        X25519Field.sqr(numerator, numerator);
        int[] divisor = X25519Field.create();
        X25519Field.mul(numerator, -121665, divisor);
        divisor[0] += 121666;
        X25519Field.subOne(numerator);
        X25519Field.mul(numerator, 121666, numerator);
        X25519Field.mul(numerator, divisor, numerator);
        X25519Field.normalize(numerator);
        int[] product = new int[WORDS];
        X25519Field.encode(numerator, product, 0);
        return isSquare(product);
    }

    /**
     * Returns whether {@code value} is a square modulo p; zero is one. Computes the Jacobi symbol by the binary algorithm, in a
     * third of the time of a square root.
     *
     * @param value below p; eight words, lowest first; overwritten
     */
    static boolean isSquare(int[] value) {
        int[] a = value;
        int[] n = P.clone();
        // Only the lowest bit counts: the symbol (a/n) times (-1)^flips stays the same.
        int flips = 0;
        while (!Nat256.isZero(a)) {
            int zeros = Integer.numberOfTrailingZeros(a[0]);
            if (zeros == Integer.SIZE) {
                Nat.shiftDownWord(WORDS, a, 0);
                continue;
            }
            if (zeros > 0) {
                Nat.shiftDownBits(WORDS, a, zeros, 0);
                // Halving flips the sign if n is 3 or 5 modulo 8.
                flips ^= zeros & (n[0] >>> 1 ^ n[0] >>> 2);
            }
            if (!Nat256.gte(a, n)) {
                int[] smaller = a;
                a = n;
                n = smaller;
                // Exchanging a and n flips the sign if both are 3 modulo 4.
                flips ^= (a[0] & n[0]) >>> 1;
            }
            Nat256.sub(a, n, a);
        }
        return (flips & 1) == 0;
    }
}
