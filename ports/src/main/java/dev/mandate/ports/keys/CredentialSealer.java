package dev.mandate.ports.keys;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;

/** Makes session keys: P-256 key pairs whose private key only the recipient can open. The private key is not kept. */
public interface CredentialSealer {

    /** A fresh key pair, sealed to {@code recipient} in the default provider's format. */
    SealedCredential sealAuthorizationKey(P256PublicKey recipient);

    /** A fresh key pair, sealed to {@code recipient} in the first provider's format. */
    SealedCredential sealBundle(P256PublicKey recipient);

    /**
     * A session key and its sealed private key.
     *
     * @param publicKey of the session key
     */
    record SealedCredential(P256PublicKey publicKey, Sealed sealed) {}

    /** A sealed private key. Only the recipient can open it, so it may be stored. */
    sealed interface Sealed {

        /**
         * HPKE (RFC 9180, base mode) of DHKEM P-256 with HKDF-SHA256, HKDF-SHA256 and ChaCha20-Poly1305, info and AAD empty. The plaintext is
         * base64 of PKCS#8.
         *
         * @param encapsulatedKey 65 bytes, an uncompressed point
         */
        record AuthorizationKey(Bytes encapsulatedKey, Bytes ciphertext) implements Sealed {}

        /**
         * The same with AES-256-GCM and the info {@code turnkey_hpke}. The plaintext is the private scalar.
         *
         * @param text base58check of the compressed encapsulated key and the ciphertext
         */
        record Bundle(String text) implements Sealed {}
    }
}
