package dev.mandate.adapters.http.json;

import io.vavr.collection.Array;
import io.vavr.control.Either;
import tools.jackson.databind.JsonNode;

/**
 * How clients word a field, where that differs from the interface.
 *
 * @param names their names of it, which are equivalent
 * @param value reads their value as the interface's
 */
public record Wording(Array<String> names, Shape<JsonNode> value) {

    /** Other names, with the interface's values. */
    public static Wording of(String... names) {
        return new Wording(Array.of(names), (spot, value) -> Either.right(value));
    }

    /** The same names, with other values. */
    public Wording reading(Shape<JsonNode> other) {
        return new Wording(names, other);
    }

    /** Reads their value as {@code shape} reads the interface's. */
    <T> Shape<T> as(Shape<T> shape) {
        Shape<T> worded = (spot, theirs) -> value.read(spot, theirs).flatMap(ours -> shape.read(spot, ours));
        return worded.described(() -> value.schema().equals(JsonSchema.ANY) ? shape.schema() : value.schema());
    }
}
