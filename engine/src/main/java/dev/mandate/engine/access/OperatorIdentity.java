package dev.mandate.engine.access;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.keys.TokenHash;

/**
 * Identifies an operator's secret without revealing it.
 *
 * @param tokenMark hash of a constant under the key that hashes API keys' tokens; if it differs, no API key of the journal is valid
 */
public record OperatorIdentity(Bytes32 tokenMark) {

    /** No token made here has this form, so none has the same hash. */
    private static final String CONSTANT = "mandate/operator-identity/v1";

    public static OperatorIdentity of(TokenHash hash) {
        return new OperatorIdentity(hash.of(CONSTANT));
    }
}
