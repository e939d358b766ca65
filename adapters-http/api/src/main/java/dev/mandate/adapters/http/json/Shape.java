package dev.mandate.adapters.http.json;

import dev.mandate.ports.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * What a JSON value must look like to be read as a {@code T}. All that is wrong with it is told at once.
 *
 * @param <T> what it is read as
 */
public interface Shape<T> {

    /**
     * Reads a value that is there and not null.
     *
     * @param spot where it stands, for what is told of it
     */
    Either<Array<Problem>, T> read(Spot spot, JsonNode value);

    /** The same shape, read on into something else. */
    default <R> Shape<R> map(Function<T, R> to) {
        return (spot, value) -> read(spot, value).map(to);
    }

    /** The same shape, with a further condition. */
    default <R> Shape<R> then(Narrowing<T, R> to) {
        return (spot, value) -> read(spot, value).flatMap(read -> to.narrow(spot.path(), read).mapLeft(Array::of));
    }

    /** A condition on what was read. */
    interface Narrowing<T, R> {
        Either<Problem, R> narrow(String field, T value);
    }
}
