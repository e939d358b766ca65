package dev.mandate.domain.authority;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;

/**
 * The answer to a request that began a session.
 *
 * @param request hash of that request: the same request again gets the same answer
 */
public record SessionProof(Bytes32 request, Session session, SealedKey sealed) {

    /** The same for a session that follows from a code of {@code codeAt}. */
    SessionProof ofCode(UnixTime codeAt) {
        return new SessionProof(request, session.ofCode(codeAt), sealed);
    }
}
