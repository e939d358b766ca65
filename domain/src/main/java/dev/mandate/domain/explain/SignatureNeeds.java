package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * Who has to sign a transaction, and until when the signatures are good.
 *
 * @param signers in order; the first pays the fee
 * @param missing those of them whose slot is empty
 */
public record SignatureNeeds(Array<Address> signers, Array<Address> missing, Validity validity) {

    /** Until when signatures are good. */
    public sealed interface Validity {

        /**
         * Until the blockhash is too old.
         *
         * @param blocks so many after the block of the blockhash
         */
        record ByBlockhash(Blockhash blockhash, int blocks) implements Validity {}

        /**
         * Until a durable nonce is advanced, which may be never.
         *
         * @param authority may advance it, and so end the signatures; none if the instruction names nobody
         */
        record ByNonce(Address nonceAccount, Option<Address> authority, Blockhash value) implements Validity {}
    }
}
