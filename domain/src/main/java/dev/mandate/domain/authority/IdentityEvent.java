package dev.mandate.domain.authority;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** What happened to an e-mail identity. */
public sealed interface IdentityEvent {

    /**
     * A challenge began.
     *
     * @param open how many of the newest challenges are open now, this one among them; 1 in records of earlier versions
     */
    record Started(EmailAddress email, Challenge challenge, int open) implements IdentityEvent {}

    /**
     * A code was wrong.
     *
     * @param challenges those that it was compared with; empty in records of earlier versions, which knew the newest one alone
     */
    record CodeRejected(Seq<ChallengeId> challenges, Challenge.Attempt attempt) implements IdentityEvent {}

    /**
     * A right code began a session.
     *
     * @param registration key and account, if these are its first
     * @param challenge whose code it was; none in records of earlier versions, which knew the newest one alone
     */
    record Verified(SessionProof proof, Option<Registration> registration, Option<ChallengeId> challenge) implements IdentityEvent {}

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

    /** A session ended by its own signature. */
    record SessionEnded(P256PublicKey key, UnixTime at) implements IdentityEvent {}
}
