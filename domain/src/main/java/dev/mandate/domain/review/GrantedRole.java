package dev.mandate.domain.review;

import dev.mandate.domain.chain.Address;

/**
 * A role that a transaction gives to an address, at once or when its content is executed.
 *
 * @param holder what is known of the address
 */
public record GrantedRole(Role role, Address address, Holder holder) {

    /** A role in an account. */
    public enum Role {
        /** Changes the settings alone. */
        ADMIN,
        /** Proposes, votes or executes. */
        SIGNER,
        /** Spends within a limit. */
        SPENDER,
        /** Advances a durable nonce, as the first instruction of each transaction that lives by it. */
        NONCE_AUTHORITY
    }

    /** What is known of an address that gets a role. */
    public enum Holder {
        /** It has the role in the account already. */
        PRESENT,
        /** The operator's fee payer. */
        OPERATOR,
        /** The smart account itself in which it gets the role. */
        ITSELF,
        /** A passkey's address, for which only the external signature program signs. */
        PASSKEY,
        /** The address of a smart account that is known here. It signs by its own transactions. */
        ACCOUNT,
        /** Nobody can sign for it: it has no key and is unknown here, or is of another {@link AddressKind} than OTHER. */
        KEYLESS,
        /** An address that can have a key. */
        KEY
    }
}
