package dev.mandate.adapters.http.exchange;

import io.vavr.collection.Vector;
import tools.jackson.databind.node.ObjectNode;

/** What an endpoint answers when it does what it was asked. */
public sealed interface Answer {

    /**
     * A JSON object.
     *
     * @param ignored fields of the request that were passed over
     */
    record Json(int status, ObjectNode body, Vector<String> ignored) implements Answer {}

    /** Something else: a page, a metric. */
    record Plain(Reply reply) implements Answer {}

    /** The same, with what was passed over in the request. */
    default Answer ignoring(Vector<String> fields) {
        return switch (this) {
            case Json(int status, ObjectNode body, Vector<String> ignored) ->
                new Json(status, body, ignored.appendAll(fields));
            case Plain plain -> plain;
        };
    }

    /** A JSON object under 200. */
    static Answer ok(ObjectNode body) {
        return new Json(200, body, Vector.empty());
    }

    /** A JSON object under {@code status}. */
    static Answer of(int status, ObjectNode body) {
        return new Json(status, body, Vector.empty());
    }
}
