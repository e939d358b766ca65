package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;

/** Verifies signatures. A function of its arguments: it holds no key. */
@FunctionalInterface
public interface SignatureCheck {

    /**
     * Whether {@code signature} is the Ed25519 signature (RFC 8032) of {@code message} under {@code signer}, as strictly as the network
     * checks: non-canonical signatures and keys of small order are refused.
     */
    Verdict check(Address signer, Bytes message, Signature signature);

    /** The result of a check. */
    enum Verdict {
        VALID,
        INVALID
    }
}
