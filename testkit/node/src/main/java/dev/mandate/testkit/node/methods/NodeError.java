package dev.mandate.testkit.node.methods;

import io.vavr.control.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An error of the interface, with Agave's code. */
final class NodeError extends RuntimeException {

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL = -32603;
    static final int PREFLIGHT_FAILURE = -32002;
    static final int SIGNATURE_FAILURE = -32003;
    static final int UNSUPPORTED_VERSION = -32015;
    static final int MIN_CONTEXT_SLOT = -32016;
    static final int TRANSACTION_NOT_FOUND = -32020;

    private static final long serialVersionUID = 1;

    private final int code;
    private final transient Option<JsonNode> data;

    NodeError(int code, String message) {
        this(code, message, Option.none());
    }

    NodeError(int code, String message, Option<JsonNode> data) {
        super(message);
        this.code = code;
        this.data = data;
    }

    static NodeError invalidParams(String problem) {
        return new NodeError(INVALID_PARAMS, "Invalid params: " + problem);
    }

    JsonNode json() {
        ObjectNode json = Json.object().put("code", code).put("message", String.valueOf(getMessage()));
        data.forEach(more -> json.set("data", more));
        return json;
    }
}
