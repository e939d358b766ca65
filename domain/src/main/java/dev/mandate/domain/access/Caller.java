package dev.mandate.domain.access;

import io.vavr.collection.Set;
import io.vavr.control.Either;

/**
 * The holder of a valid API key.
 *
 * @param key the API key's id
 * @param line the first key in the chain of rotations that led to this one: quotas and idempotency records belong to the line, so that a
 *     rotation does not reset them
 * @param standing of the tenant
 */
public record Caller(Tenant tenant, ApiKeyId key, ApiKeyId line, Set<Scope> scopes, TenantStanding standing) {

    /** A caller of an active tenant, whose key did not replace another. */
    public Caller(Tenant tenant, ApiKeyId key, Set<Scope> scopes) {
        this(tenant, key, key, scopes, TenantStanding.ACTIVE);
    }

    public KeyLine keyLine() {
        return new KeyLine(key, line);
    }

    /** Why the caller may not do something. */
    public sealed interface Denial {}

    /** The scope that the key lacks. */
    public record ScopeMissing(Scope scope, Set<Scope> held) implements Denial {}

    /** The operator has suspended the tenant. */
    public record TenantSuspended() implements Denial {}

    /** This caller, if the key has {@code scope} and the tenant's standing allows it. */
    public Either<Denial, Caller> require(Scope scope) {
        if (!scopes.contains(scope)) {
            return Either.left(new ScopeMissing(scope, scopes));
        }
        return standing == TenantStanding.SUSPENDED && scope != Scope.READ
                ? Either.left(new TenantSuspended())
                : Either.right(this);
    }
}
