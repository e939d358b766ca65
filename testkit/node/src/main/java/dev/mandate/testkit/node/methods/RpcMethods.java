package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Signature;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers JSON-RPC requests to a node. */
public final class RpcMethods {

    private final NodeView view;
    private final Map<String, RpcMethod> methods = new LinkedHashMap<>();

    public RpcMethods(NodeView view) {
        this.view = view;
        new NetworkMethods(view).addTo(methods);
        new AccountMethods(view).addTo(methods);
        new SendingMethods(view).addTo(methods);
        new HistoryMethods(view).addTo(methods);
        new ControlMethods(view).addTo(methods);
    }

    /** Returns the methods that the node has. */
    public Set<String> names() {
        return Set.copyOf(methods.keySet());
    }

    /** Reads a request or a batch; text that is no JSON is a request that {@link #answer} refuses. */
    public static JsonNode read(byte[] text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JacksonException malformed) {
            return Json.missing();
        }
    }

    /** Returns the calls of a request: those of a batch one by one. */
    public static Array<JsonNode> calls(JsonNode request) {
        return request.isArray() ? Array.ofAll(request.values()) : Array.of(request);
    }

    /** Returns the id of the transaction that a call of {@code sendTransaction} holds; none if it holds none. */
    public static Option<Signature> sent(JsonNode call) {
        try {
            return Option.some(SendingMethods.transaction(new Params(call.path("params"))).signatures().head());
        } catch (NodeError malformed) {
            return Option.none();
        }
    }

    /** Returns the answer to a request, or to each call of a batch in order. */
    public JsonNode answer(JsonNode request) {
        if (!request.isArray()) {
            return one(request);
        }
        ArrayNode all = Json.array();
        request.values().forEach(call -> all.add(one(call)));
        return all;
    }

    private ObjectNode one(JsonNode call) {
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", call.has("id") ? call.get("id") : Json.missing());
        try {
            answer.set("result", result(call));
        } catch (NodeError error) {
            answer.set("error", error.json());
        }
        return answer;
    }

    private JsonNode result(JsonNode call) {
        if (call.isNull()) {
            throw new NodeError(NodeError.PARSE_ERROR, "Parse error");
        }
        if (!call.path("method").isString()) {
            throw new NodeError(NodeError.INVALID_REQUEST, "Invalid request");
        }
        RpcMethod method = methods.get(call.get("method").stringValue());
        if (method == null) {
            throw new NodeError(NodeError.METHOD_NOT_FOUND, "Method not found");
        }
        JsonNode params = call.path("params");
        try {
            requireSlot(params);
            return method.result(new Params(params));
        } catch (IllegalArgumentException | ArithmeticException | JacksonException outOfRange) {
            throw NodeError.invalidParams(String.valueOf(outOfRange.getMessage()));
        }
    }

    private void requireSlot(JsonNode params) {
        for (JsonNode param : params.values()) {
            if (param.path("minContextSlot").asLong(0) > view.slot()) {
                throw new NodeError(
                        NodeError.MIN_CONTEXT_SLOT,
                        "Minimum context slot has not been reached",
                        Option.some(Json.object().put("contextSlot", view.slot())));
            }
        }
    }
}
