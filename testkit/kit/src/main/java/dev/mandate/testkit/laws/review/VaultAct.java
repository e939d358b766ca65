package dev.mandate.testkit.laws.review;

import dev.mandate.domain.review.GiveawayWarning;

/** What a vault of the account signs. */
sealed interface VaultAct {

    record Pays(Party to) implements VaultAct {}

    /** It pays tokens into the associated token account of {@code to}, which it makes. */
    record PaysTokens(Party to) implements VaultAct {}

    /** It pays tokens into the token account at the address of {@code into}. */
    record PaysInto(Party into) implements VaultAct {}

    record GivesAway(GiveawayWarning.Code right) implements VaultAct {}

    /** Somebody else pays, who has to sign as well. */
    record DrawsOn(Party payer) implements VaultAct {}

    /**
     * As admin it gives a role.
     *
     * @param in an account of which it is the admin: {@link Party#ITSELF} or {@link Party#WARD}
     */
    record Appoints(Party in, Role role, Party who) implements VaultAct {}

    /** It proposes in the account of which it is a vault. */
    record ProposesInItself() implements VaultAct {}

    /** As a signer of its ward it proposes that the ward's vault gives itself away. */
    record ProposesInWard() implements VaultAct {}

    /** It creates an account. */
    record Creates(Party admin, Party signer) implements VaultAct {}

    /** A role in an account. */
    enum Role {
        SIGNER,
        OBSERVER,
        SPENDER,
        ADMIN,
        /** Of a nonce account, whatever the account. */
        NONCE_AUTHORITY
    }
}
