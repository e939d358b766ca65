package dev.mandate.adapters.http.exchange;

import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** What an endpoint answers when it does what it was asked. */
public sealed interface Answer {

    /**
     * A JSON object.
     *
     * @param ignored fields and query parameters of the request that were passed over
     */
    record Json(int status, ObjectNode body, Array<String> ignored) implements Answer {}

    /**
     * A page of a list under 200: as {@code {items, next_cursor}}, or for the public SDK bare, with the cursor beside it.
     *
     * @param next what asks for the page after this one; none at the end
     * @param ignored query parameters that were passed over
     */
    record Rows(Array<ObjectNode> items, Option<String> next, Array<String> ignored) implements Answer {}

    /** Something else: a page, a metric. */
    record Plain(Reply reply) implements Answer {}

    /** The same, with what was passed over in the request. */
    default Answer ignoring(Array<String> fields) {
        return switch (this) {
            case Json(int status, ObjectNode body, Array<String> ignored) ->
                new Json(status, body, ignored.appendAll(fields));
            case Rows(Array<ObjectNode> items, Option<String> next, Array<String> ignored) ->
                new Rows(items, next, ignored.appendAll(fields));
            case Plain plain -> plain;
        };
    }

    /** A JSON object under 200. */
    static Answer ok(ObjectNode body) {
        return new Json(200, body, Array.empty());
    }

    /** A page of a list, and what asks for the page after it. */
    static Answer rows(Seq<ObjectNode> items, Option<String> next) {
        return new Rows(items.toArray(), next, Array.empty());
    }

    /** A JSON object under {@code status}. */
    static Answer of(int status, ObjectNode body) {
        return new Json(status, body, Array.empty());
    }
}
