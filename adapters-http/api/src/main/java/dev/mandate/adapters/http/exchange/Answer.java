package dev.mandate.adapters.http.exchange;

import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** The successful result of an endpoint. */
public sealed interface Answer {

    /**
     * A JSON object.
     *
     * @param ignored the request's ignored fields and query parameters
     */
    record Json(int status, ObjectNode body, Array<String> ignored) implements Answer {}

    /**
     * A page of a list, with status 200.
     *
     * @param next the cursor of the next page; none at the end
     * @param ignored the ignored query parameters
     */
    record Rows(Array<ObjectNode> items, Option<String> next, Array<String> ignored) implements Answer {}

    /** Another content, such as a page or metrics. */
    record Plain(Reply reply) implements Answer {}

    /** Returns this answer with more ignored fields, before those it has. */
    default Answer ignoring(Array<String> fields) {
        return switch (this) {
            case Json(int status, ObjectNode body, Array<String> ignored) ->
                new Json(status, body, fields.appendAll(ignored));
            case Rows(Array<ObjectNode> items, Option<String> next, Array<String> ignored) ->
                new Rows(items, next, fields.appendAll(ignored));
            case Plain plain -> plain;
        };
    }

    /** Returns this answer in other words. */
    default Answer worded(UnaryOperator<ObjectNode> words) {
        return switch (this) {
            case Json(int status, ObjectNode body, Array<String> ignored) -> new Json(status, words.apply(body), ignored);
            case Rows(Array<ObjectNode> items, Option<String> next, Array<String> ignored) -> new Rows(items.map(words), next, ignored);
            case Plain plain -> plain;
        };
    }

    /** Returns a JSON object with status 200. */
    static Answer ok(ObjectNode body) {
        return new Json(200, body, Array.empty());
    }

    /** Returns a page of a list and the cursor of the next page. */
    static Answer rows(Seq<ObjectNode> items, Option<String> next) {
        return new Rows(items.toArray(), next, Array.empty());
    }

    /** Returns a JSON object with {@code status}. */
    static Answer of(int status, ObjectNode body) {
        return new Json(status, body, Array.empty());
    }
}
