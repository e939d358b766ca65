package dev.mandate.testsupport.rpc;

import io.vavr.control.Option;

/** What a {@link ChainNode} does with one request in the place of serving it. */
public sealed interface NodeFault {

    /** Another status, without a body that means anything. */
    record Status(int code, Option<String> retryAfter) implements NodeFault {}

    /** An error in the place of each result. */
    record ErrorAnswer(int code, String data) implements NodeFault {}

    /** The connection ends before the request is carried out. */
    record Cut() implements NodeFault {}

    /** The request is carried out, and the connection ends before its answer. */
    record CutAfterwards() implements NodeFault {}

    /** The request is carried out, and nothing comes until the node is closed. */
    record Silence() implements NodeFault {}

    /** The request is carried out, and only the first bytes of the answer come. */
    record Truncated(int bytes) implements NodeFault {}

    /** This body comes, whatever was asked. */
    record Body(String text) implements NodeFault {}
}
