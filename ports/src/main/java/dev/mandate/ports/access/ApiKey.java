package dev.mandate.ports.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * What is known of an API key.
 *
 * @param name for people
 * @param endsAt from then on it is refused: it expires, was revoked, or another took its place
 * @param revokedAt when somebody revoked it, by the clock of whoever did: it is refused whatever time it is
 */
public record ApiKey(
        ApiKeyId id,
        Tenant tenant,
        String name,
        Set<Scope> scopes,
        UnixTime createdAt,
        Option<UnixTime> endsAt,
        Option<UnixTime> revokedAt) {

    /** With what the text of every key begins that is made here: base64url follows. */
    public static final String TOKEN_PREFIX = "mk_";

    /** The most characters of a name. */
    public static final int MAX_NAME = 64;
}
