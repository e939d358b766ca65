package dev.mandate.app.demo;

import io.vavr.collection.Array;
import tools.jackson.databind.JsonNode;

/**
 * What the service answered.
 *
 * @param status of HTTP; 0 if there was no answer at all
 * @param body its object, empty if there was none
 */
record DemoReply(int status, JsonNode body) {

    boolean isRefusal() {
        return status < 200 || status >= 300;
    }

    /** The text at {@code path}, as RFC 6901 has it; empty if there is none. */
    String text(String path) {
        return body.at(path).asString("");
    }

    /** The codes of a refusal, that of the whole first. */
    Array<String> codes() {
        return Array.ofAll(body.path("details"))
                .map(detail -> detail.path("code").asString(""))
                .prepend(text("/code"))
                .distinct();
    }

    /** Everything that a refusal says, code by code. */
    Array<String> words() {
        Array<JsonNode> details = Array.ofAll(body.path("details"));
        return (details.isEmpty() ? Array.of(body) : details)
                .map(problem -> problem.path("code").asString("") + ": " + problem.path("message").asString(""))
                .distinct();
    }
}
