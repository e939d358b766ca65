package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/** Who authorizes a change of settings. */
public sealed interface Authority {

    /**
     * A vote of the signers. The change is proposed, approved and, if there is no time lock, executed at once.
     *
     * @param signers those who are ready to sign, preferred ones first; the plan uses as few of them as suffice
     */
    record Vote(Array<Address> signers) implements Authority {
        public Vote(Iterable<Address> signers) {
            this(Array.ofAll(signers));
        }
    }

    /** The account's admin. The change takes effect at once. */
    record Admin() implements Authority {}
}
