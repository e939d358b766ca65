package dev.mandate.adapters.rpc;

import tools.jackson.databind.node.ArrayNode;

/**
 * One call of a node's interface.
 *
 * @param method such as {@code getEpochInfo}
 * @param params its positional arguments
 * @param expectedError the code of the error with which a node is to answer, which is no fault; 0 for none
 */
record RpcCall(String method, ArrayNode params, int expectedError) {

    RpcCall(String method, ArrayNode params) {
        this(method, params, 0);
    }
}
