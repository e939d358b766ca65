package dev.mandate.domain.authority;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/** What happened to an e-mail identity. */
public sealed interface IdentityEvent {

    record Started(EmailAddress email, Challenge challenge) implements IdentityEvent {}

    record CodeRejected() implements IdentityEvent {}

    /**
     * A right code began a session.
     *
     * @param registration key and account, if these are its first
     */
    record Verified(SessionProof proof, Option<Registration> registration) implements IdentityEvent {}

    /**
     * The vault has made the identity's key.
     *
     * @param account the address of the identity's account; none in records of earlier versions, which named it before
     */
    record SignerNamed(Address signer, Option<Address> account) implements IdentityEvent {}

    /**
     * A session took the place of another.
     *
     * @param replaced the key of the session that ended by it
     */
    record Refreshed(P256PublicKey replaced, SessionProof proof) implements IdentityEvent {}
}
