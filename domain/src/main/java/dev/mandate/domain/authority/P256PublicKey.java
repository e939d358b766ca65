package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.Bytes;

/**
 * A public key on the curve P-256 (FIPS 186-5). The creator has checked that it is a point of the curve.
 *
 * @param compressed 33 bytes: 2 or 3, and the x coordinate (SEC 1, 2.3.3)
 */
public record P256PublicKey(Bytes compressed) {

    public P256PublicKey {
        CompressedPoint.require(compressed);
    }

    /** 66 hexadecimal digits. */
    @Override
    public String toString() {
        return compressed.toHex();
    }
}
