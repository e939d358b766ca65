package dev.mandate.solana.address;

import dev.mandate.domain.chain.Address;

/**
 * Whether an address is the encoding of a point of Ed25519's curve, hence may be somebody's public key.
 *
 * <p>Answers exactly as the chain's runtime does, which decompresses with curve25519-dalek and is laxer than RFC 8032
 * section 5.1.3 in two ways: a y of p or more is taken modulo p, and the sign bit is not looked at, so that "negative
 * zero" is a point too. {@code PublicKey.isOnCurve} of {@code @solana/web3.js} refuses both; no hash is known that tells
 * them apart.
 *
 * <p>Not constant in time: addresses are public. A check takes about three microseconds, since deriving an address needs
 * two of them on average and building a transaction derives several.
 */
public final class Ed25519Curve {

    /** The curve's d, -121665/121666 modulo p: RFC 8032 section 5.1. */
    private static final FieldElement D = FieldElement.ofLimbs(
            0x34dca135978a3L, 0x1a8283b156ebdL, 0x5e7a26001c029L, 0x739c663a03cbbL, 0x52036cee2b6ffL);

    private Ed25519Curve() {}

    /** Whether {@code address} decodes to a point. */
    public static boolean contains(Address address) {
        return contains(address.toArray());
    }

    /** Whether the 32 bytes of {@code encoded} decode to a point; the last bit, the sign of x, makes no difference. */
    static boolean contains(byte[] encoded) {
        // x^2 = (y^2 - 1) / (d y^2 + 1). The divisor is never zero, -1/d being no square, and a quotient is a square if
        // and only if the product is.
        FieldElement ySquared = FieldElement.ofLittleEndian(encoded).squared();
        FieldElement numerator = ySquared.minusOne();
        FieldElement divisor = ySquared.times(D).plusOne();
        return numerator.times(divisor).isSquare();
    }
}
