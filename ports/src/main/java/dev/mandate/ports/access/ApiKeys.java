package dev.mandate.ports.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The API keys of all tenants. A key is 256 random bits; what is kept of it is a keyed hash, from which nobody gets it back. Any
 * call may throw {@link dev.mandate.ports.journal.JournalUnavailableException}.
 */
public interface ApiKeys {

    /** The longest that a key may go on beside the one that took its place: a year. */
    long MAX_GRACE_SECONDS = 31_536_000;

    /** Who holds {@code token}, as a client sends it after {@code Bearer}. */
    Either<KeyRefused, Caller> authenticate(String token);

    /**
     * Makes a key. The answer is the only place where its token ever stands.
     *
     * @param name for people, 1 to 64 characters without control characters
     * @param scopes at least one
     * @param expiresAt none: it lasts until it is revoked
     */
    NewApiKey create(Tenant tenant, String name, Set<Scope> scopes, Option<UnixTime> expiresAt);

    /**
     * Puts a new key with the same name, scopes and expiry in the place of one. The old one goes on for {@code graceSeconds}, so that
     * its holders can change over. To quotas and to what is remembered under idempotency keys, both are one.
     *
     * @param graceSeconds 0 to {@value #MAX_GRACE_SECONDS}
     */
    Either<RotationRefused, NewApiKey> rotate(Tenant tenant, ApiKeyId key, long graceSeconds);

    /** Ends a key at once and for good, whatever time any machine's clock shows now or later. Again does no harm. */
    Either<KeyRefused, ApiKey> revoke(Tenant tenant, ApiKeyId key);

    /** The tenant's keys, ended ones included, in the order of their ids. */
    Seq<ApiKey> list(Tenant tenant);
}
