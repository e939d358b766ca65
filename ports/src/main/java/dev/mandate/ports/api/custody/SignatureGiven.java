package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import io.vavr.control.Option;
import java.util.Objects;

/**
 * A signature given beside a transaction.
 *
 * @param signer none: the engine tries it for each signer whose slot is empty
 */
public record SignatureGiven(Option<Address> signer, Signature signature) {
    public SignatureGiven {
        Objects.requireNonNull(signer, "signer");
        Objects.requireNonNull(signature, "signature");
    }

    /** The engine finds its signer. */
    public SignatureGiven(Signature signature) {
        this(Option.none(), signature);
    }

    public SignatureGiven(Address signer, Signature signature) {
        this(Option.some(Objects.requireNonNull(signer, "signer")), signature);
    }
}
