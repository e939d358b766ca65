package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.Bytes;

/**
 * A public key on the curve secp256k1 (SEC 2). The creator has checked that it is a point of the curve.
 *
 * @param compressed 33 bytes: 2 or 3, and the x coordinate (SEC 1, 2.3.3)
 */
public record Secp256k1PublicKey(Bytes compressed) {

    public Secp256k1PublicKey {
        CompressedPoint.require(compressed);
    }

    /** 66 hexadecimal digits. */
    @Override
    public String toString() {
        return compressed.toHex();
    }
}
