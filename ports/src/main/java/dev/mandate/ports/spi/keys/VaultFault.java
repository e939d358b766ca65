package dev.mandate.ports.spi.keys;

import dev.mandate.domain.authority.ManagedKeyId;
import io.vavr.control.Option;

/** Why a vault did not do what was asked. Contains nothing of a key. */
public sealed interface VaultFault {

    /**
     * The vault does not answer, or failed. A repetition may succeed.
     *
     * @param detail for the operator's log
     * @param cause what a host's own signer threw
     */
    record Unavailable(String detail, Option<Throwable> cause) implements VaultFault {
        public Unavailable(String detail) {
            this(detail, Option.none());
        }
    }

    /** The vault answered that no key of this tenant has this id. */
    record UnknownKey(ManagedKeyId id) implements VaultFault {}

    /**
     * The stored key was changed, or belongs to another id.
     *
     * @param detail for the operator's log
     */
    record Damaged(ManagedKeyId id, String detail) implements VaultFault {}
}
