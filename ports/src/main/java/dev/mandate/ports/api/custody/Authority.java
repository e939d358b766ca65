package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import java.util.Objects;

/** Who authorizes a change of settings. */
public sealed interface Authority {

    /**
     * A vote of the signers. The change is proposed, approved and, if there is no time lock, executed at once.
     *
     * @param signers those who are ready to sign, preferred ones first, of whom the plan uses as few as suffice; or, by
     *     {@link BuildOptions#signing}, all of whom sign
     */
    record Vote(Array<Address> signers) implements Authority {
        public Vote {
            Objects.requireNonNull(signers, "signers");
        }

        public Vote(Iterable<Address> signers) {
            this(Array.ofAll(Objects.requireNonNull(signers, "signers")));
        }
    }

    /** The account's admin. The change takes effect at once. */
    record Admin() implements Authority {}
}
