package dev.mandate.solana.crypto;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.keys.SignatureCheck;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * Ed25519 (RFC 8032), never laxer than the network's validators ({@code verify_strict} of ed25519-dalek): S is below the group's order,
 * so that no signature has a second form, and both the key and R are canonical encodings of points of the prime-order group.
 *
 * <p>BouncyCastle multiplies the equation by the cofactor 8, the validators don't. The two equations differ only where the key or R has
 * a part of small order, so such points are refused. Every key and every R that RFC 8032 makes is a multiple of the base point, which
 * has none. The validators refuse a point of small order too, but take one that merely has such a part if the equation happens to hold.
 */
public final class StrictEd25519 implements SignatureCheck {

    /** Looking at a key takes as long as the equation, and the same few sign again and again. */
    private static final BoundedCache<Address, Boolean> KEYS = new BoundedCache<>(10);

    @Override
    public Verdict check(Address signer, Bytes message, Signature signature) {
        byte[] content = message.toArray();
        byte[] both = signature.bytes().toArray();
        // R is the first half of a signature, and encoded as keys are.
        boolean valid = Ed25519.verify(both, 0, signer.toArray(), 0, content, 0, content.length)
                && isKey(signer)
                && Ed25519.validatePublicKeyFull(both, 0);
        return valid ? Verdict.VALID : Verdict.INVALID;
    }

    /**
     * Whether any signature under {@code address} passes {@link #check}: whether it is a point of the prime-order group, other than the
     * neutral one, in its canonical encoding.
     */
    public static boolean isKey(Address address) {
        return KEYS.find(address, key -> Ed25519.validatePublicKeyFull(key.toArray(), 0));
    }
}
