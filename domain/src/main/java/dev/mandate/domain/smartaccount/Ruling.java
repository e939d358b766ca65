package dev.mandate.domain.smartaccount;

import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import java.util.function.Supplier;

/**
 * What the rules say to a command: every check that it fails, and what follows if it fails none.
 *
 * @param violations in the program's order of checks, each once
 * @param events asked for only if there are no violations
 */
record Ruling(Array<Refusal> violations, Supplier<Seq<Event>> events) {

    /**
     * The ruling of these checks, in the program's order. A check that makes sense only where another holds is given as what follows from
     * it ({@code flatMap}): if the other fails, it fails with the same refusal, which counts once.
     */
    @SafeVarargs
    static Ruling of(Supplier<Seq<Event>> events, Either<Refusal, ?>... checks) {
        Array<Refusal> violations = Array.empty();
        for (Either<Refusal, ?> check : checks) {
            violations = check.isLeft() ? violations.append(check.getLeft()) : violations;
        }
        return new Ruling(violations.distinct(), events);
    }

    /** The events, or the first violation. */
    Either<Refusal, Seq<Event>> decide() {
        return violations.isEmpty() ? Either.right(events.get()) : Either.left(violations.head());
    }
}
