package dev.mandate.domain.access;

import io.vavr.collection.Set;
import io.vavr.control.Either;

/**
 * The holder of a valid API key.
 *
 * @param key the API key's id
 * @param line the first key in the chain of rotations that led to this one: quotas and idempotency records belong to the line, so that a
 *     rotation does not reset them
 */
public record Caller(Tenant tenant, ApiKeyId key, ApiKeyId line, Set<Scope> scopes) {

    /** A caller whose key did not replace another. */
    public Caller(Tenant tenant, ApiKeyId key, Set<Scope> scopes) {
        this(tenant, key, key, scopes);
    }

    public KeyLine keyLine() {
        return new KeyLine(key, line);
    }

    /** The scope that the key lacks. */
    public record ScopeMissing(Scope scope, Set<Scope> held) {}

    /** This caller, if the key has {@code scope}. */
    public Either<ScopeMissing, Caller> require(Scope scope) {
        return scopes.contains(scope) ? Either.right(this) : Either.left(new ScopeMissing(scope, scopes));
    }
}
