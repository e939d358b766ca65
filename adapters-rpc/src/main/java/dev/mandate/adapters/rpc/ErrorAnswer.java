package dev.mandate.adapters.rpc;

import tools.jackson.databind.JsonNode;

/**
 * An error of JSON-RPC.
 *
 * @param method that was asked for
 * @param code its number; 0 where a gateway before the node gives none
 * @param error an object, or a gateway's text
 * @param expectedError the code that is no fault; 0 for none
 */
record ErrorAnswer(String method, int code, JsonNode error, int expectedError) {

    /** Of several calls, or of a call whose HTTP status says that it failed. */
    static ErrorAnswer of(String method, AnswerShape error) {
        return new ErrorAnswer(method, error.node().path("code").asInt(0), error.node(), 0);
    }

    static ErrorAnswer of(RpcCall call, AnswerShape error) {
        return new ErrorAnswer(call.method(), error.node().path("code").asInt(0), error.node(), call.expectedError());
    }

    /** The node's own words, which may repeat its URL. */
    String message() {
        return error.isString() ? error.stringValue() : error.path("message").asString("");
    }
}
