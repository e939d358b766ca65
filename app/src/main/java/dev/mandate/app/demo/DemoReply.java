package dev.mandate.app.demo;

import io.vavr.collection.Array;
import tools.jackson.databind.JsonNode;

/**
 * The service's response.
 *
 * @param status the HTTP status; 0 if there was no response
 * @param body the JSON object, empty if there was none
 */
record DemoReply(int status, JsonNode body) {

    boolean isRefusal() {
        return status < 200 || status >= 300;
    }

    /** Returns the text at {@code path} (RFC 6901); empty if there is none. */
    String text(String path) {
        return body.at(path).asString("");
    }

    /** Returns the codes of a refusal, the main code first. */
    Array<String> codes() {
        return Array.ofAll(body.path("details"))
                .map(detail -> detail.path("code").asString(""))
                .prepend(text("/code"))
                .distinct();
    }

    /** Returns all messages of a refusal, each with its code. */
    Array<String> words() {
        Array<JsonNode> details = Array.ofAll(body.path("details"));
        return (details.isEmpty() ? Array.of(body) : details)
                .map(problem -> problem.path("code").asString("") + ": " + problem.path("message").asString(""))
                .distinct();
    }
}
