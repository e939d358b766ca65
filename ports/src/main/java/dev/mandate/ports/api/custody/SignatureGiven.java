package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import io.vavr.control.Option;

/**
 * A signature given beside a transaction.
 *
 * @param signer none: the engine tries it for each signer whose slot is empty
 */
public record SignatureGiven(Option<Address> signer, Signature signature) {

    /** The engine finds its signer. */
    public SignatureGiven(Signature signature) {
        this(Option.none(), signature);
    }

    public SignatureGiven(Address signer, Signature signature) {
        this(Option.some(signer), signature);
    }
}
