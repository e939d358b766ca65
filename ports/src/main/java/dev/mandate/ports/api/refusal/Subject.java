package dev.mandate.ports.api.refusal;

/** The part of a request that a problem is about. An adapter spells it in the words of its interface. */
public sealed interface Subject {

    /** An argument of the request. */
    enum Argument implements Subject {
        /** The request as a whole. */
        REQUEST,
        ADMIN_ADDRESS,
        /** A caller's proof of who it is. */
        API_KEY,
        AMOUNT,
        AUTHENTICATOR_RESPONSE,
        /** The choice between the admin and the signers, for a change of settings. */
        AUTHORITY,
        CURSOR,
        DESTINATION,
        EMAIL,
        EXPECTED_VERSION,
        /** When a session or a limit ends. */
        EXPIRATION,
        FEE_PAYER,
        FILTERS,
        IDEMPOTENCY_KEY,
        INTENT_EXPIRY,
        INTENT_NONCE,
        INTENT_SIGNATURES,
        LEAVING_SIGNER,
        LIMIT_SIGNER,
        LIMIT_SIGNERS,
        NONCE_ACCOUNT,
        ONE_TIME_CODE,
        PASSKEY,
        /** The public key to which a session's key is sealed. */
        RECIPIENT_KEY,
        SETTINGS_ADDRESS,
        SIGNED_REQUEST,
        SIGNERS,
        THRESHOLD,
        TIME_LOCK,
        TOKEN,
        TRANSACTION,
        TRANSACTION_SIGNERS
    }

    /** A value of a signed intent, by its name in the intent's canonical form. */
    record IntentValue(String name) implements Subject {}

    /** A signature of an intent, counted from 0. */
    record IntentSignature(int index) implements Subject {}

    /** A signature or an approval that came beside a transaction, counted from 0. */
    record Signature(int index) implements Subject {}

    /** A part that only an adapter's interface has, in its words. */
    record Named(String name) implements Subject {}
}
