package dev.mandate.testkit.node.faults;

import io.vavr.collection.Array;

/** What happens to a request or its answer between a client and a node, or within the node. */
public enum WireFault {
    /** The connection is closed before the node has the request. */
    REQUEST_LOST,
    /** The node serves the request, and the connection is closed before the answer. */
    ANSWER_LOST,
    /** The node serves the request, and no answer comes. */
    ANSWER_WITHHELD,
    /** The connection is closed. The node gets the request later, before one of the next requests. */
    REQUEST_LATE,
    /** The node gets the request twice. */
    DOUBLED,
    /** The answers of a batch come in another order. */
    BATCH_REORDERED,
    /** The answer to the request before. */
    ANOTHER_ANSWER,
    /** Half of the answer. */
    TRUNCATED,
    /** The answer has a byte that is no JSON. */
    GARBLED,
    /** HTTP 429. */
    TOO_MANY_REQUESTS,
    /** HTTP 503. */
    UNAVAILABLE,
    /** Error -32005 instead of each result. */
    NODE_BEHIND,
    /** A transaction is answered as accepted, and not passed on. */
    SEND_FORGOTTEN,
    /** One digit of the answer is another one. The answer is still JSON, and a lie. */
    DIGIT_CHANGED,
    /** The answer of a node that is up to 200 slots behind. */
    NODE_LAGS,
    /** A fork begins: what lands is confirmed and not final, and is taken back some requests later. */
    FORK;

    /** Faults within the node: a proxy before a node cannot make them. */
    private static final Array<WireFault> OF_NODE = Array.of(NODE_LAGS, FORK);

    /** Returns the faults of a bad network, which a proxy can make too. */
    public static Array<WireFault> ofNetwork() {
        return Array.of(values()).removeAll(OF_NODE);
    }
}
