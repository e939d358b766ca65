package dev.mandate.adapters.rpc;

import tools.jackson.databind.node.ArrayNode;

/**
 * One call of a node's interface.
 *
 * @param method such as {@code getEpochInfo}
 * @param params its positional arguments
 */
record RpcCall(String method, ArrayNode params) {}
