package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import io.vavr.control.Option;

/**
 * A signature that came beside a transaction.
 *
 * @param signer whose it is; none: it is found by trying each signer whose slot is empty
 */
public record SignatureGiven(Option<Address> signer, Signature signature) {

    /** Of a signer who is found by trying. */
    public SignatureGiven(Signature signature) {
        this(Option.none(), signature);
    }

    public SignatureGiven(Address signer, Signature signature) {
        this(Option.some(signer), signature);
    }
}
