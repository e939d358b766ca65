package dev.mandate.adapters.http.json;

import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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

    /** Returns what this shape reads; any value, unless it is described. */
    default JsonSchema schema() {
        return JsonSchema.ANY;
    }

    /** Returns this shape with a description of what it reads. */
    default Shape<T> described(Supplier<JsonSchema> schema) {
        Shape<T> shape = this;
        return new Shape<>() {
            @Override
            public Either<Array<Problem>, T> read(FieldPath spot, JsonNode value) {
                return shape.read(spot, value);
            }

            @Override
            public JsonSchema schema() {
                return schema.get();
            }
        };
    }

    /** Returns this shape with a further description of what it reads. */
    default Shape<T> described(UnaryOperator<JsonSchema> more) {
        return described(() -> more.apply(schema()));
    }

    /** Returns this shape as a component of the service's description. */
    default Shape<T> named(String component) {
        return described(schema -> schema.named(component));
    }

    /** Returns this shape with a conversion of the result. */
    default <R> Shape<R> map(Function<T, R> to) {
        Shape<R> mapped = (spot, value) -> read(spot, value).map(to);
        return mapped.described(this::schema);
    }

    /** Returns this shape with a further condition. */
    default <R> Shape<R> then(Narrowing<T, R> to) {
        Shape<R> narrowed = (spot, value) -> read(spot, value).flatMap(read -> to.narrow(spot.path(), read).mapLeft(Array::of));
        return narrowed.described(this::schema);
    }

    /** A condition on the result. */
    interface Narrowing<T, R> {
        Either<Problem, R> narrow(String field, T value);
    }
}
