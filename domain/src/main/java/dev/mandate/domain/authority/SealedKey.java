package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.Bytes;

/** A session's private key, sealed. Only the recipient can open it, so it may be stored. */
public sealed interface SealedKey {

    /**
     * The default provider's format: HPKE (RFC 9180, base mode) of DHKEM P-256 with HKDF-SHA256, HKDF-SHA256 and ChaCha20-Poly1305, info and
     * AAD empty. The plaintext is base64 of PKCS#8.
     *
     * @param encapsulatedKey 65 bytes, an uncompressed point
     */
    record AuthorizationKey(Bytes encapsulatedKey, Bytes ciphertext) implements SealedKey {}

    /**
     * The first provider's format: the same with AES-256-GCM, the info {@code turnkey_hpke}, and both public keys as AAD. The plaintext is the
     * private scalar.
     *
     * @param text base58check of the compressed encapsulated key and the ciphertext
     */
    record CredentialBundle(String text) implements SealedKey {}
}
