package dev.mandate.domain.access;

import io.vavr.collection.Set;
import io.vavr.control.Either;

/**
 * Whoever holds a good API key.
 *
 * @param key under which they came
 * @param line the first of the keys that took each other's place, down to this one: what is counted or remembered for a key goes by its
 *     line, so that no rotation begins it anew
 */
public record Caller(Tenant tenant, ApiKeyId key, ApiKeyId line, Set<Scope> scopes) {

    /** Whose key took nobody's place. */
    public Caller(Tenant tenant, ApiKeyId key, Set<Scope> scopes) {
        this(tenant, key, key, scopes);
    }

    /** What the key would take to be let through. */
    public record ScopeMissing(Scope scope, Set<Scope> held) {}

    /** This caller, if the key has {@code scope}. */
    public Either<ScopeMissing, Caller> require(Scope scope) {
        return scopes.contains(scope) ? Either.right(this) : Either.left(new ScopeMissing(scope, scopes));
    }
}
