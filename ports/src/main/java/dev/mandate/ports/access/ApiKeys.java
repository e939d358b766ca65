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
 * The API keys of all tenants. A key is 256 random bits. Only a keyed hash of it is stored. Any
 * call may throw {@link dev.mandate.ports.journal.JournalUnavailableException}.
 */
public interface ApiKeys {

    /** The longest time that a replaced key may stay valid beside its replacement: a year. */
    long MAX_GRACE_SECONDS = 31_536_000;

    /** The caller with {@code token}, as a client sends it after {@code Bearer}. */
    Either<KeyRefused, Caller> authenticate(String token);

    /**
     * Makes a key. Its token is only in the answer.
     *
     * @param name for people, 1 to 64 characters without control characters
     * @param scopes at least one
     * @param expiresAt none if it is valid until it is revoked
     */
    NewApiKey create(Tenant tenant, String name, Set<Scope> scopes, Option<UnixTime> expiresAt);

    /**
     * Replaces a key with a new one that has the same name, scopes and expiry. The old key stays valid for {@code graceSeconds}, so that
     * its holders can change over. Quotas and idempotency keys treat both as one key.
     *
     * @param graceSeconds 0 to {@value #MAX_GRACE_SECONDS}
     */
    Either<RotationRefused, NewApiKey> rotate(Tenant tenant, ApiKeyId key, long graceSeconds);

    /** Revokes a key at once and for good, independent of any machine's clock. Repeating it has no effect. */
    Either<KeyRefused, ApiKey> revoke(Tenant tenant, ApiKeyId key);

    /** The tenant's keys, ended ones included, in the order of their ids. */
    Seq<ApiKey> list(Tenant tenant);
}
