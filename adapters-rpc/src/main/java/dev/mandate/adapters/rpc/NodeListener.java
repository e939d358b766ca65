package dev.mandate.adapters.rpc;

import java.time.Duration;

/** Hears of each request to a node, for logs and metrics. It is called on the thread of the request, and must neither block nor throw. */
@FunctionalInterface
public interface NodeListener {

    /** Nobody listens. */
    NodeListener NONE = failure -> {};

    /** A request to a node failed. Requests that are not made, because the node is left alone, are not among them. */
    void failed(NodeFailure failure);

    /**
     * A node answered a request. An answer that one of its calls failed counts, and that call is told as failed besides.
     *
     * @param node host and port
     * @param methods of the request's calls, joined by {@code +}
     * @param took from the request to the end of the answer, in whole milliseconds
     */
    default void answered(String node, String methods, Duration took) {}
}
