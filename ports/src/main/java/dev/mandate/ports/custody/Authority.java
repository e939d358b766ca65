package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/** By whose right settings are changed. */
public sealed interface Authority {

    /**
     * By the threshold: proposed, approved and executed, at once where there is no time lock.
     *
     * @param signers who is ready to sign, in the order of preference; the fewest sufficient are asked
     */
    record Vote(Array<Address> signers) implements Authority {
        public Vote(Iterable<Address> signers) {
            this(Array.ofAll(signers));
        }
    }

    /** By the account's admin, at once. */
    record Admin() implements Authority {}
}
