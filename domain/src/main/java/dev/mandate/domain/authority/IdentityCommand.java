package dev.mandate.domain.authority;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
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
     * Answers the challenge.
     *
     * @param challenge the challenge meant; none for the newest
     * @param match whether the code is that of the newest challenge
     * @param proof the answer if the code is right
     * @param registration key and account, if the identity has none yet
     */
    record Verify(Option<ChallengeId> challenge, CodeMatch match, SessionProof proof, Registration registration)
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
