package dev.mandate.ports.api.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;

/**
 * The API keys of all tenants. A key is random, in one of two {@link TokenForm forms}. Only a keyed hash of it is
 * stored. Any call may throw {@link dev.mandate.ports.spi.journal.JournalUnavailableException}.
 */
public interface ApiKeys {

    /** The longest time that a replaced key may stay valid beside its replacement: a year. */
    Duration MAX_GRACE = Duration.ofDays(365);

    /** The caller with {@code token}, as a client sends it after {@code Bearer}. */
    Either<KeyRefused, Caller> authenticate(String token);

    /**
     * Makes a key that is valid until it is revoked. Its token is only in the answer.
     *
     * @param name for people, 1 to 64 characters without control characters
     * @param scopes at least one
     */
    NewApiKey create(Tenant tenant, String name, Iterable<Scope> scopes);

    /**
     * Makes a key as {@link #create(Tenant, String, Iterable)} does, which also expires.
     *
     * @param expiresAt the time from which it is refused; a fraction of a second is cut off
     */
    NewApiKey create(Tenant tenant, String name, Iterable<Scope> scopes, Instant expiresAt);

    /** The same keys. What is made or ended is recorded as done by {@code operator}; otherwise nobody is recorded. */
    ApiKeys by(OperatorName operator);

    /** The same keys, of which new ones have the form {@code form}; otherwise they are {@link TokenForm#PREFIXED}. */
    ApiKeys making(TokenForm form);

    /**
     * Replaces a key with a new one that has the same name, scopes and expiry. The old key stays valid for {@code grace}, so that
     * its holders can change over. Quotas and idempotency keys treat both as one key.
     *
     * @param grace zero to {@link #MAX_GRACE}; a fraction of a second is cut off
     */
    Either<RotationRefused, NewApiKey> rotate(Tenant tenant, ApiKeyId key, Duration grace);

    /** Revokes a key at once and for good, independent of any machine's clock. Repeating it has no effect. */
    Either<KeyRefused, ApiKey> revoke(Tenant tenant, ApiKeyId key);

    /** Revokes each key of the tenant that is not revoked yet, and returns them. */
    default Seq<ApiKey> revokeAll(Tenant tenant) {
        return list(tenant)
                .filter(key -> key.revokedAt().isEmpty())
                .flatMap(key -> revoke(tenant, key.id()).toOption());
    }

    /** The key with {@code token}, ended ones included. */
    Option<ApiKey> find(String token);

    /** The tenant's keys, ended ones included, in the order of their ids. */
    Seq<ApiKey> list(Tenant tenant);
}
