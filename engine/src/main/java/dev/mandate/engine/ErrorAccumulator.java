package dev.mandate.engine;

import dev.mandate.ports.custody.BuildRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** Questions about one request of which none hangs on the answer to another: where several are refused, all refusals are told. */
final class ErrorAccumulator {

    private ErrorAccumulator() {}

    /** What is refused of {@code asked}, in this order. */
    @SafeVarargs
    static Array<BuildRefusal> refusals(Either<BuildRefusal, ?>... asked) {
        Array<BuildRefusal> refused = Array.empty();
        for (Either<BuildRefusal, ?> one : asked) {
            refused = one.isLeft() ? refused.append(one.getLeft()) : refused;
        }
        return refused;
    }

    /** {@code made}, unless something is refused. */
    static <T> Either<BuildRefusal, T> unless(Array<BuildRefusal> refused, Either<BuildRefusal, T> made) {
        return refused.isEmpty() ? made : Either.left(BuildRefusal.of(refused.appendAll(refusals(made))));
    }
}
