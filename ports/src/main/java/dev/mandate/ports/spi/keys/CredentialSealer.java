package dev.mandate.ports.spi.keys;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.SealedKey;

/** Makes session keys: P-256 key pairs whose private key only the recipient can open. The private key is not kept. */
public interface CredentialSealer {

    /** A fresh key pair, sealed to {@code recipient} as a {@link SealedKey.AuthorizationKey}. */
    SealedCredential sealAuthorizationKey(P256PublicKey recipient);

    /** A fresh key pair, sealed to {@code recipient} as a {@link SealedKey.CredentialBundle}. */
    SealedCredential sealBundle(P256PublicKey recipient);

    /**
     * A session key and its sealed private key.
     *
     * @param publicKey of the session key
     */
    record SealedCredential(P256PublicKey publicKey, SealedKey sealed) {}
}
