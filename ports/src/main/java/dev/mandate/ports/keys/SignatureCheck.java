package dev.mandate.ports.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;

/** Tells whose signature a signature is. A function of its arguments: it holds no key. */
@FunctionalInterface
public interface SignatureCheck {

    /**
     * Whether {@code signature} is the Ed25519 signature (RFC 8032) of {@code message} under {@code signer}, as strictly as the network
     * asks: no second form of a signature passes, and none of a key that fits every message.
     */
    Verdict check(Address signer, Bytes message, Signature signature);

    /** What a check found. */
    enum Verdict {
        VALID,
        INVALID
    }
}
