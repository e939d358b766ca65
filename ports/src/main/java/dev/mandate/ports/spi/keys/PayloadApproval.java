package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;

/** An authority's approval of a {@link KmsPayload}. */
public sealed interface PayloadApproval {

    /** The managed signer that it is for; none: the engine tries each. */
    Option<Address> signer();

    /**
     * A signature over the payload.
     *
     * @param signature ECDSA, DER
     */
    record Signed(Option<Address> signer, Bytes signature) implements PayloadApproval {}

    /**
     * A stamp over a whole request that holds the transaction.
     *
     * @param body the exact bytes of the request's body
     */
    record Stamped(Option<Address> signer, AuthorityKeys.Stamp stamp, Bytes body) implements PayloadApproval {}
}
