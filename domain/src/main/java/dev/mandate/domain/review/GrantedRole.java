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
        SPENDER
    }

    /** What is known of an address that gets a role. */
    public enum Holder {
        /** It is a signer of the account already, with permissions. */
        PRESENT,
        /** The operator's fee payer. */
        OPERATOR,
        /** The settings or a vault of the account in which it gets the role. */
        ITSELF,
        /** A passkey's address, for which only the external signature program signs. */
        PASSKEY,
        /** The address of a smart account that is known here. It signs by its own transactions. */
        ACCOUNT,
        /** A program. */
        PROGRAM,
        /** An address off the curve of which nothing is known. */
        KEYLESS,
        /** An address that can have a key. */
        KEY
    }
}
