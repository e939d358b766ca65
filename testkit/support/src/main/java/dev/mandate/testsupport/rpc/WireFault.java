package dev.mandate.testsupport.rpc;

/** What a {@link FaultProxy} does to a request or its answer. */
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
    DIGIT_CHANGED
}
