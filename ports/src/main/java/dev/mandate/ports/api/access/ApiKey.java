package dev.mandate.ports.api.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * An API key without its token.
 *
 * @param name for people
 * @param endsAt the time from which it is refused: its expiry, revocation or replacement
 * @param revokedAt the time of its revocation by the clock of the revoking process; a revoked key is refused at any time
 */
public record ApiKey(
        ApiKeyId id,
        Tenant tenant,
        String name,
        Set<Scope> scopes,
        UnixTime createdAt,
        Option<UnixTime> endsAt,
        Option<UnixTime> revokedAt) {

    /** The prefix of a key's text that is no UUID; base64url follows. */
    public static final String TOKEN_PREFIX = "mk_";

    /** The most characters of a name. */
    public static final int MAX_NAME = 64;
}
