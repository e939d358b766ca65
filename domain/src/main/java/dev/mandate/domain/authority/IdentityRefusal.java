package dev.mandate.domain.authority;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;

/** Why nothing happened to an e-mail identity. */
public sealed interface IdentityRefusal {

    /**
     * Too many challenges were started for this address.
     *
     * @param seconds the length of the window that {@code limit} is for
     * @param freeAgainAt when the next one may be started
     */
    record TooManyStarts(int limit, long seconds, UnixTime freeAgainAt) implements IdentityRefusal {}

    /**
     * Too many wrong codes were tried for this address.
     *
     * @param seconds the length of the window that {@code limit} is for
     * @param freeAgainAt when the next code is judged
     */
    record TooManyWrongCodes(int limit, long seconds, UnixTime freeAgainAt) implements IdentityRefusal {}

    /** No challenge is open: it has expired, was replaced by newer ones, or was never started. */
    record NoChallenge() implements IdentityRefusal {}

    /** The challenge was used by another request, or took all its attempts. */
    record Spent() implements IdentityRefusal {}

    /** The same request was answered before. */
    record Answered(SessionProof proof) implements IdentityRefusal {}

    /** The address of the key is known already. */
    record SignerKnown(Address signer) implements IdentityRefusal {}

    /** No living session has this key. */
    record SessionOver() implements IdentityRefusal {}

    /** The session ended before, at {@code at}. */
    record SessionEndedBefore(UnixTime at) implements IdentityRefusal {}

    /**
     * The last one-time code is too long ago for another session without one.
     *
     * @param codeAt the time of that code
     */
    record CodeTooOld(UnixTime codeAt, long seconds) implements IdentityRefusal {}

    /** The request was made for an earlier time. */
    record RequestOver(UnixTime until) implements IdentityRefusal {}
}
