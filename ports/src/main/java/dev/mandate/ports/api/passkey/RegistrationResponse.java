package dev.mandate.ports.api.passkey;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;

/**
 * An authenticator's response to {@code navigator.credentials.create} (WebAuthn Level 2, 5.2.1).
 *
 * @param publicKey what the browser says is the key, as a SubjectPublicKeyInfo
 */
public record RegistrationResponse(Bytes credentialId, Bytes clientDataJson, Bytes attestationObject, Option<Bytes> publicKey) {

    /** The longest attestation object that is read, in bytes. */
    public static final int MAX_ATTESTATION_OBJECT = 16_384;
}
