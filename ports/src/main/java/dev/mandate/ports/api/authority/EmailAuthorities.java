package dev.mandate.ports.api.authority;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.authority.SessionProof;
import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.Creation;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Sign-in by e-mail, for one caller on one network. An e-mail address gets a key in the vault and an account of which this key is the only
 * signer. Its sessions approve what the key signs. Safe from any thread.
 */
public interface EmailAuthorities {

    /**
     * Starts a challenge: a one-time code is mailed. The two newest are open, those before are void. For an address that may not sign in the answer and
     * its time are the same, and nothing is mailed. The same request under the same idempotency key gets the same answer and no second mail. At most
     * {@link dev.mandate.domain.authority.AddressCounts#STARTS_PER_HOUR} an hour are started for an address.
     */
    Either<AuthorityRefusal, StartedChallenge> start(ChallengeRequest request, Retry retry);

    /**
     * Answers a challenge with its code and begins a session. The first time the account is created at the operator's cost, exactly once,
     * whatever is repeated. The same request gets the same answer while the challenge is valid. A wrong code that is repeated under its idempotency
     * key takes no second attempt. Callers that name the challenge's id have attempts of their own: somebody who knows the address alone cannot use
     * them up.
     */
    Either<AuthorityRefusal, SignedIn> verify(CodeRequest request, Retry retry);

    /**
     * Replaces a session by another, whose key is sealed to another recipient. The same request gets the same answer. It is refused 30 days after the
     * last one-time code.
     */
    Either<AuthorityRefusal, SessionProof> refresh(RefreshRequest request);

    /**
     * Ends the session that signed the request: its key approves nothing any more. Returns since when. The same request gets the same answer until another
     * session of the identity begins.
     */
    Either<AuthorityRefusal, UnixTime> endSession(SignedRequest request);

    /**
     * A challenge to start.
     *
     * @param appName at most 64 characters without control characters
     * @param end when a session ends that its code begins, unless the code comes with another end
     */
    record ChallengeRequest(EmailAddress email, Purpose purpose, Option<String> appName, SessionEnd end) {}

    /** A started challenge. */
    record StartedChallenge(UserId user, EmailAddress email, ChallengeId challenge, UnixTime startedAt, UnixTime expiresAt) {}

    /** A code, and the key that the session key is sealed to. */
    record CodeRequest(Who who, OneTimeCode code, Recipient recipient, SessionEnd end) {}

    /** The challenge that a code is for. */
    sealed interface Who {

        /** One of the open ones of this address. */
        record ByEmail(EmailAddress email) implements Who {}

        /** This one of this address. */
        record ByEmailAndChallenge(EmailAddress email, ChallengeId challenge) implements Who {}

        /** This one of this identity. */
        record ByChallenge(UserId user, ChallengeId challenge) implements Who {}
    }

    /** The public key that a session key is sealed to, as the caller spelled it. Its spelling chooses the format. */
    sealed interface Recipient {

        /** A SubjectPublicKeyInfo: {@link dev.mandate.domain.authority.SealedKey.AuthorizationKey}. */
        record Spki(Bytes der) implements Recipient {}

        /** Hexadecimal digits of a point: {@link dev.mandate.domain.authority.SealedKey.CredentialBundle}. */
        record HexPoint(String digits) implements Recipient {}
    }

    /**
     * An identity that has signed in.
     *
     * @param proof the session and its sealed key
     * @param wallet the id of its key in the vault
     * @param account its account's address
     * @param status whether the account is on the chain
     */
    record SignedIn(
            UserId user, EmailAddress email, SessionProof proof, ManagedKeyId wallet, Address signer, Address account, Creation.Status status) {}

    /**
     * A request that a session has signed.
     *
     * @param user the identity that the payload names
     * @param until the time until which the payload is good
     * @param payload the JSON object that holds these
     * @param signature by a session's key over the payload's canonical form (RFC 8785), ECDSA P-256 with SHA-256, DER
     */
    record SignedRequest(UserId user, UnixTime until, Bytes payload, Bytes signature) {}

    /**
     * A request to replace a session.
     *
     * @param recipient the key that the payload names
     */
    record RefreshRequest(SignedRequest signed, Recipient.Spki recipient) {}
}
