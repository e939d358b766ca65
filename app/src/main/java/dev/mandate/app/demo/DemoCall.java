package dev.mandate.app.demo;

import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request of the story.
 *
 * @param target path and query
 * @param body none if the request has no body
 * @param idempotencyKey a repetition with the same key has its effect only once; none if the request has no key
 */
record DemoCall(String method, String target, Option<ObjectNode> body, Option<String> idempotencyKey) {

    private static final String BASE58 = "[1-9A-HJ-NP-Za-km-z]{32,44}";

    static DemoCall get(String target) {
        return new DemoCall("GET", target, Option.none(), Option.none());
    }

    static DemoCall post(String target, DemoBody body) {
        return new DemoCall("POST", target, Option.some(body.json()), Option.none());
    }

    static DemoCall patch(String target, DemoBody body) {
        return new DemoCall("PATCH", target, Option.some(body.json()), Option.none());
    }

    DemoCall named(String key) {
        return new DemoCall(method, target, body, Option.some(key));
    }

    /** Returns method and path as in the documentation; an account's own paths are shortened. */
    String shown() {
        return method + " "
                + target.replaceAll("/api/v1/smart-accounts/" + BASE58, "…")
                        .replaceAll("/spending-limits/" + BASE58, "/spending-limits/{limit}")
                        .replaceAll("/submissions/[^/]+", "/submissions/{id}");
    }
}
