package dev.mandate.app.demo;

import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request of the story.
 *
 * @param target path and query
 * @param body none where there is nothing to say
 * @param idempotencyKey under which a repetition has the same effect once; none if the request is not named
 */
record Call(String method, String target, Option<ObjectNode> body, Option<String> idempotencyKey) {

    private static final String BASE58 = "[1-9A-HJ-NP-Za-km-z]{32,44}";

    static Call get(String target) {
        return new Call("GET", target, Option.none(), Option.none());
    }

    static Call post(String target, Body body) {
        return new Call("POST", target, Option.some(body.json()), Option.none());
    }

    static Call patch(String target, Body body) {
        return new Call("PATCH", target, Option.some(body.json()), Option.none());
    }

    Call named(String key) {
        return new Call(method, target, body, Option.some(key));
    }

    /** Method and path as the documentation has it, an account's own paths shortened. */
    String shown() {
        return method + " "
                + target.replaceAll("/api/v1/smart-accounts/" + BASE58, "…")
                        .replaceAll("/spending-limits/" + BASE58, "/spending-limits/{limit}")
                        .replaceAll("/submissions/[^/]+", "/submissions/{id}");
    }
}
