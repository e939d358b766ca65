package dev.mandate.conformance.service;

import io.vavr.collection.Map;
import io.vavr.control.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/**
 * A server's answer.
 *
 * @param call method and path
 * @param status 0 if there was none
 * @param headers by lower-case name
 */
public record Reply(String call, int status, Map<String, String> headers, String text) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** The body as JSON; missing if it is none. */
    public JsonNode body() {
        try {
            return text.isBlank() ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (JacksonException noJson) {
            return MissingNode.getInstance();
        }
    }

    /** The value at a JSON Pointer; missing if there is none. */
    public JsonNode at(String pointer) {
        return body().at(pointer);
    }

    /** The header as a JSON text; missing if it was not sent. */
    public JsonNode header(String name) {
        return headers.get(name).<JsonNode>map(JsonNodeFactory.instance::stringNode).getOrElse(MissingNode.getInstance());
    }

    /** Whether the status is 2xx. */
    public boolean isSuccess() {
        return status / 100 == 2;
    }

    /** The status with what an error says; not the body, which may hold secrets. */
    public String summary() {
        String code = Option.of(at("/code")).filter(JsonNode::isString).map(found -> ", " + found.asString()).getOrElse("");
        String message = Option.of(at("/message")).filter(JsonNode::isString).map(found -> ": " + found.asString()).getOrElse("");
        return status == 0 ? "no answer: " + text : "status " + status + code + message;
    }
}
