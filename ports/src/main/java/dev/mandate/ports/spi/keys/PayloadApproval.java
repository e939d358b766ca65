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
     * @param payload the bytes that were signed, if they are named. Only their expiry is read: the signature is compared with the payload of that
     *     expiry alone. None: it is compared with each payload that is good now
     * @param signature ECDSA, DER
     */
    record Signed(Option<Address> signer, Option<Bytes> payload, Bytes signature) implements PayloadApproval {

        /** A signature of which only the signer is named. */
        public Signed(Option<Address> signer, Bytes signature) {
            this(signer, Option.none(), signature);
        }
    }

    /**
     * A stamp over a whole request that holds the transaction.
     *
     * @param body the exact bytes of the request's body
     */
    record Stamped(Option<Address> signer, AuthorityKeys.Stamp stamp, Bytes body) implements PayloadApproval {}
}
