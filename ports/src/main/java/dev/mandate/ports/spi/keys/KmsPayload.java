package dev.mandate.ports.spi.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;

/**
 * What an authority signs so that the vault signs a transaction for it.
 *
 * @param scheme how the authority signs
 * @param signer the managed signer that the vault signs for
 * @param payload a JSON object in canonical form (RFC 8785), all of it ASCII: {@code account}, {@code expires_at}, {@code kind}, {@code
 *     message_sha256}, {@code network}, {@code nonce}, {@code signer}, {@code version}
 */
public record KmsPayload(Scheme scheme, Address signer, Bytes payload) {

    /** How an authority signs payloads. */
    public enum Scheme {
        /** By the key of a session, ECDSA P-256. */
        SESSION,
        /** By its own secp256k1 key. */
        SECP256K1
    }
}
