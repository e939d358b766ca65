package dev.mandate.solana.crypto;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.keys.SignatureCheck;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * Checks Ed25519 signatures (RFC 8032). It accepts no signature that the network's validators ({@code verify_strict} of
 * ed25519-dalek) refuse: S is below the group's order, so no signature has a second form; the key and R are canonical encodings
 * of points of the prime-order group.
 *
 * <p>BouncyCastle multiplies the equation by the cofactor 8; the validators do not. The two equations differ only if the key or
 * R has a component of small order, so such points are refused. RFC 8032 makes every key and every R as a multiple of the base
 * point, which has no such component. The validators also refuse points of small order. They accept a point that merely has
 * such a component if the equation happens to hold.
 */
public final class StrictEd25519 implements SignatureCheck {

    /** Checking a key takes as long as the equation, and the same few keys sign again and again. */
    private static final BoundedCache<Address, Boolean> KEYS = new BoundedCache<>(10);

    @Override
    public Verdict check(Address signer, Bytes message, Signature signature) {
        // R is the first half of a signature and has the encoding of a key.
        boolean strict = isKey(signer) && Ed25519.validatePublicKeyFull(signature.bytes().toArray(), 0);
        return strict ? checkLanded(signer, message, signature) : Verdict.INVALID;
    }

    /**
     * Checks a signature that the network is said to have accepted. Valid are all that validators accept, and a few that only differ from
     * them by components of small order.
     */
    public static Verdict checkLanded(Address signer, Bytes message, Signature signature) {
        byte[] content = message.toArray();
        return Ed25519.verify(signature.bytes().toArray(), 0, signer.toArray(), 0, content, 0, content.length)
                ? Verdict.VALID
                : Verdict.INVALID;
    }

    /**
     * Returns whether a signature under {@code address} can pass {@link #check}: the address must be the canonical encoding of a
     * point of the prime-order group other than the neutral one.
     */
    public static boolean isKey(Address address) {
        return KEYS.find(address, key -> Ed25519.validatePublicKeyFull(key.toArray(), 0));
    }
}
