package dev.mandate.domain.authority;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** What happens to an e-mail identity. */
public sealed interface IdentityCommand {

    /**
     * Starts a challenge.
     *
     * @param end when the session ends that it begins, unless its verification says otherwise
     */
    record Start(EmailAddress email, ChallengeId id, Purpose purpose, Option<String> appName, SessionEnd end)
            implements IdentityCommand {}

    /**
     * Answers a challenge.
     *
     * @param attempt whether the caller named the challenge's id
     * @param codes the challenges that the code was compared with, and the results: the one that was named, or all that were open
     * @param proof the answer if the code is right
     * @param registration key and account, if the identity has none yet
     */
    record Verify(Challenge.Attempt attempt, Map<ChallengeId, CodeMatch> codes, SessionProof proof, Registration registration)
            implements IdentityCommand {}

    /** Records the addresses of the identity's key and account. */
    record NameSigner(Address signer, Address account) implements IdentityCommand {}

    /**
     * Replaces a session by another one.
     *
     * @param by the key of the session that asked, whose signature was verified
     * @param proof the answer
     * @param until the time until which the request may be used
     */
    record Refresh(P256PublicKey by, SessionProof proof, UnixTime until) implements IdentityCommand {}

    /**
     * Ends a session.
     *
     * @param by the key of this session, whose signature was verified
     * @param until the time until which the request may be used
     */
    record EndSession(P256PublicKey by, UnixTime until) implements IdentityCommand {}

    /** The purpose of a challenge. */
    enum Purpose {
        /** To sign in, or to get an account. */
        REGISTER,
        /** To sign in to an account. */
        SIGN_IN
    }

    /** The result of comparing codes. */
    enum CodeMatch {
        RIGHT,
        WRONG
    }
}
