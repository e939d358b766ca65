package dev.mandate.adapters.http.json;

import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Reads a JSON value as a {@code T}, or reports all its problems together.
 *
 * @param <T> the type of the result
 */
public interface Shape<T> {

    /**
     * Reads a value that is present and not null.
     *
     * @param spot the value's place, for problems
     */
    Either<Array<Problem>, T> read(FieldPath spot, JsonNode value);

    /** Returns this shape with a conversion of the result. */
    default <R> Shape<R> map(Function<T, R> to) {
        return (spot, value) -> read(spot, value).map(to);
    }

    /** Returns this shape with a further condition. */
    default <R> Shape<R> then(Narrowing<T, R> to) {
        return (spot, value) -> read(spot, value).flatMap(read -> to.narrow(spot.path(), read).mapLeft(Array::of));
    }

    /** A condition on the result. */
    interface Narrowing<T, R> {
        Either<Problem, R> narrow(String field, T value);
    }
}
