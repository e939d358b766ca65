package dev.mandate.domain.authority;

import dev.mandate.domain.chain.Bytes32;

/**
 * The answer to a request that began a session.
 *
 * @param request hash of that request: the same request again gets the same answer
 */
public record SessionProof(Bytes32 request, Session session, SealedKey sealed) {}
