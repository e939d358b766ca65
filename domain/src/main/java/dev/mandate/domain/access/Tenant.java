package dev.mandate.domain.access;

import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The owner of accounts, keys and records. A tenant cannot see that another tenant's objects exist.
 *
 * @param name 1 to 64 of a-z, 0-9 and hyphens, neither first nor last a hyphen
 */
public record Tenant(String name) implements Comparable<Tenant> {

    public static final int MAX_LENGTH = 64;

    public Tenant {
        problem(name).forEach(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    /** Returns the tenant with this name, or the problem with the name. */
    public static Either<String, Tenant> parse(String name) {
        return problem(name).<Either<String, Tenant>>map(Either::left).getOrElse(() -> Either.right(new Tenant(name)));
    }

    private static Option<String> problem(String name) {
        boolean spelled = !name.isEmpty()
                && name.length() <= MAX_LENGTH
                && !name.startsWith("-")
                && !name.endsWith("-")
                && name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
        return spelled
                ? Option.none()
                : Option.some("a tenant's name is 1 to " + MAX_LENGTH + " of a-z, 0-9 and inner hyphens");
    }

    @Override
    public int compareTo(Tenant other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
