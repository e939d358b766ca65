package dev.mandate.domain.smartaccount;

import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import java.util.function.Supplier;

/**
 * The result of the rules for a command: every failed check, and the events if none fails.
 *
 * @param violations in the program's order of checks, each once
 * @param events called only if there are no violations
 */
record Ruling(Array<Refusal> violations, Supplier<Seq<Event>> events) {

    /**
     * Returns the ruling of these checks, in the program's order. A check that depends on another one is written as its {@code
     * flatMap}. If the other fails, it fails with the same refusal, which counts once.
     */
    @SafeVarargs
    static Ruling of(Supplier<Seq<Event>> events, Either<Refusal, ?>... checks) {
        Array<Refusal> violations = Array.empty();
        for (Either<Refusal, ?> check : checks) {
            violations = check.isLeft() ? violations.append(check.getLeft()) : violations;
        }
        return new Ruling(violations.distinct(), events);
    }

    /** Returns the events, or the first violation. */
    Either<Refusal, Seq<Event>> decide() {
        return violations.isEmpty() ? Either.right(events.get()) : Either.left(violations.head());
    }
}
