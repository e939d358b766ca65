package dev.mandate.adapters.rpc;

/** Hears of each fault of a node, for logs and metrics. It is called on the thread of the request, and must neither block nor throw. */
@FunctionalInterface
public interface NodeListener {

    /** Nobody listens. */
    NodeListener NONE = failure -> {};

    /** A request to a node failed. Requests that are not made, because the node is left alone, are not among them. */
    void failed(NodeFailure failure);
}
