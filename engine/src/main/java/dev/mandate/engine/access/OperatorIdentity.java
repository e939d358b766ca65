package dev.mandate.engine.access;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.keys.OperatorKey;
import dev.mandate.ports.keys.TokenHash;

/**
 * Which operator's secret somebody has, told without revealing it.
 *
 * @param feePayer the address that pays for accounts made here
 * @param tokenMark the hash of a constant, by the key that API keys' tokens are hashed with: where it differs, no API key is known
 */
public record OperatorIdentity(Address feePayer, Bytes32 tokenMark) {

    /** No token that is made here looks like it, and so none has its hash. */
    private static final String CONSTANT = "mandate/operator-identity/v1";

    public static OperatorIdentity of(OperatorKey key, TokenHash hash) {
        return new OperatorIdentity(key.feePayer(), hash.of(CONSTANT));
    }
}
