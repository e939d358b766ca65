package dev.mandate.solana.address;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * An integer modulo p = 2^255 - 19, in five limbs of 51 bits, so that products of limbs can be summed in 128 bits without
 * a carry between them. Limbs may exceed 51 bits by a little and the value may exceed p: only {@link #isSquare} reduces fully.
 */
final class FieldElement {

    private static final int LIMB_BITS = 51;
    private static final long LIMB_MASK = (1L << LIMB_BITS) - 1;
    /** 2^255 is 19 modulo p. */
    private static final long FOLD = 19;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long l0;
    private final long l1;
    private final long l2;
    private final long l3;
    private final long l4;

    private FieldElement(long l0, long l1, long l2, long l3, long l4) {
        this.l0 = l0;
        this.l1 = l1;
        this.l2 = l2;
        this.l3 = l3;
        this.l4 = l4;
    }

    static FieldElement ofLimbs(long l0, long l1, long l2, long l3, long l4) {
        return new FieldElement(l0, l1, l2, l3, l4);
    }

    /** The low 255 bits of 32 bytes, modulo p. */
    static FieldElement ofLittleEndian(byte[] bytes) {
        long w0 = (long) WORDS.get(bytes, 0);
        long w1 = (long) WORDS.get(bytes, 8);
        long w2 = (long) WORDS.get(bytes, 16);
        long w3 = (long) WORDS.get(bytes, 24);
        return new FieldElement(
                w0 & LIMB_MASK,
                (w0 >>> 51 | w1 << 13) & LIMB_MASK,
                (w1 >>> 38 | w2 << 26) & LIMB_MASK,
                (w2 >>> 25 | w3 << 39) & LIMB_MASK,
                w3 >>> 12 & LIMB_MASK);
    }

    FieldElement plusOne() {
        return new FieldElement(l0 + 1, l1, l2, l3, l4);
    }

    /** Adds p - 1, limb by limb, so that no limb turns negative. */
    FieldElement minusOne() {
        return new FieldElement(
                l0 + LIMB_MASK - 19, l1 + LIMB_MASK, l2 + LIMB_MASK, l3 + LIMB_MASK, l4 + LIMB_MASK);
    }

    FieldElement squared() {
        return times(this);
    }

    /** The product; limbs of the factors may have up to 53 bits. */
    FieldElement times(FieldElement o) {
        long f1 = o.l1 * FOLD;
        long f2 = o.l2 * FOLD;
        long f3 = o.l3 * FOLD;
        long f4 = o.l4 * FOLD;
        Wide wide = new Wide();
        wide.add(l0, o.l0);
        wide.add(l1, f4);
        wide.add(l2, f3);
        wide.add(l3, f2);
        wide.add(l4, f1);
        long r0 = wide.takeLimb();
        wide.add(l0, o.l1);
        wide.add(l1, o.l0);
        wide.add(l2, f4);
        wide.add(l3, f3);
        wide.add(l4, f2);
        long r1 = wide.takeLimb();
        wide.add(l0, o.l2);
        wide.add(l1, o.l1);
        wide.add(l2, o.l0);
        wide.add(l3, f4);
        wide.add(l4, f3);
        long r2 = wide.takeLimb();
        wide.add(l0, o.l3);
        wide.add(l1, o.l2);
        wide.add(l2, o.l1);
        wide.add(l3, o.l0);
        wide.add(l4, f4);
        long r3 = wide.takeLimb();
        wide.add(l0, o.l4);
        wide.add(l1, o.l3);
        wide.add(l2, o.l2);
        wide.add(l3, o.l1);
        wide.add(l4, o.l0);
        long r4 = wide.takeLimb();
        // What is left weighs 2^255 and has at most 60 bits: multiplied by 19 it needs the wide register again.
        long carry = wide.takeRest();
        wide.add(carry, FOLD);
        wide.add(r0, 1);
        r0 = wide.takeLimb();
        return new FieldElement(r0, r1 + wide.takeRest(), r2, r3, r4);
    }

    /** Whether this is a square modulo p, zero included. */
    boolean isSquare() {
        // Two rounds of carries leave a value below 2^255; one more subtraction of p makes it canonical.
        long c0 = l0;
        long c1 = l1;
        long c2 = l2;
        long c3 = l3;
        long c4 = l4;
        for (int round = 0; round < 2; round++) {
            c1 += c0 >>> LIMB_BITS;
            c2 += c1 >>> LIMB_BITS;
            c3 += c2 >>> LIMB_BITS;
            c4 += c3 >>> LIMB_BITS;
            c0 = (c0 & LIMB_MASK) + (c4 >>> LIMB_BITS) * FOLD;
            c1 &= LIMB_MASK;
            c2 &= LIMB_MASK;
            c3 &= LIMB_MASK;
            c4 &= LIMB_MASK;
        }
        // Exactly the values from p on overflow 2^255 when 19 is added; dropping that bit then subtracts p.
        long q = (c0 + FOLD) >>> LIMB_BITS;
        q = (c1 + q) >>> LIMB_BITS;
        q = (c2 + q) >>> LIMB_BITS;
        q = (c3 + q) >>> LIMB_BITS;
        q = (c4 + q) >>> LIMB_BITS;
        c0 += FOLD * q;
        c1 += c0 >>> LIMB_BITS;
        c2 += c1 >>> LIMB_BITS;
        c3 += c2 >>> LIMB_BITS;
        c4 += c3 >>> LIMB_BITS;
        c0 &= LIMB_MASK;
        c1 &= LIMB_MASK;
        c2 &= LIMB_MASK;
        c3 &= LIMB_MASK;
        c4 &= LIMB_MASK;
        return LegendreSymbol.isSquareModP(
                c0 | c1 << 51, c1 >>> 13 | c2 << 38, c2 >>> 26 | c3 << 25, c3 >>> 39 | c4 << 12);
    }

    /** A sum of products in 128 bits. It never leaves {@link #times}, so the compiler keeps it in registers. */
    private static final class Wide {
        private long low;
        private long high;

        void add(long a, long b) {
            long product = a * b;
            low += product;
            high += Math.multiplyHigh(a, b) + (Long.compareUnsigned(low, product) < 0 ? 1 : 0);
        }

        /** The low 51 bits; what is above them stays, in its new weight. */
        long takeLimb() {
            long limb = low & LIMB_MASK;
            low = (low >>> LIMB_BITS) | (high << (64 - LIMB_BITS));
            high >>>= LIMB_BITS;
            return limb;
        }

        long takeRest() {
            long rest = low;
            low = 0;
            high = 0;
            return rest;
        }
    }
}
