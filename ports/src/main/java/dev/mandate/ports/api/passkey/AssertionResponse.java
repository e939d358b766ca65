package dev.mandate.ports.api.passkey;

import dev.mandate.domain.kernel.Bytes;

/**
 * An authenticator's response to {@code navigator.credentials.get} (WebAuthn Level 2, 5.2.2).
 *
 * @param signature DER
 */
public record AssertionResponse(Bytes credentialId, Bytes clientDataJson, Bytes authenticatorData, Bytes signature) {

    /** The longest id of a credential, in bytes (WebAuthn Level 2, 4). */
    public static final int MAX_CREDENTIAL_ID = 1_023;

    /** The longest client data that is read, in bytes. */
    public static final int MAX_CLIENT_DATA = 4_096;

    /** The longest authenticator data that is read, in bytes. */
    public static final int MAX_AUTHENTICATOR_DATA = 4_096;

    /** The longest signature in DER of a key on P-256, in bytes. */
    public static final int MAX_SIGNATURE = 72;
}
