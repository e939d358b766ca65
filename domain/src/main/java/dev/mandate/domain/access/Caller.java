package dev.mandate.domain.access;

import io.vavr.collection.Set;
import io.vavr.control.Either;

/**
 * Whoever holds a good API key.
 *
 * @param key under which they came
 */
public record Caller(Tenant tenant, ApiKeyId key, Set<Scope> scopes) {

    /** What the key would take to be let through. */
    public record ScopeMissing(Scope scope, Set<Scope> held) {}

    /** This caller, if the key has {@code scope}. */
    public Either<ScopeMissing, Caller> require(Scope scope) {
        return scopes.contains(scope) ? Either.right(this) : Either.left(new ScopeMissing(scope, scopes));
    }
}
