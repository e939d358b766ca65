package dev.mandate.ports.api.passkey;

/** Why a passkey's response is not accepted. */
public sealed interface PasskeyRefusal {

    /** The response breaks a rule of WebAuthn. The detail repeats nothing of it. */
    record BadResponse(String detail) implements PasskeyRefusal {}

    /** The key to be adopted is not a P-256 public key. */
    record BadKey(String detail) implements PasskeyRefusal {}

    /** The challenge was not given to this tenant, has expired, or was used. */
    record ChallengeEnded() implements PasskeyRefusal {}

    /** The tenant has no such credential. */
    record UnknownPasskey() implements PasskeyRefusal {}

    /** The tenant has registered this credential before. */
    record AlreadyRegistered() implements PasskeyRefusal {}

    /** The authenticator's counter has not grown since its last use, as if a copy of the authenticator had been used. */
    record CounterBehind(long last, long given) implements PasskeyRefusal {}
}
