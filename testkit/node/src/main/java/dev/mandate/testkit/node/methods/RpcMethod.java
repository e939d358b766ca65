package dev.mandate.testkit.node.methods;

import tools.jackson.databind.JsonNode;

/** Computes the result of a method, or throws a {@link NodeError}. */
@FunctionalInterface
interface RpcMethod {

    JsonNode result(Params params);
}
