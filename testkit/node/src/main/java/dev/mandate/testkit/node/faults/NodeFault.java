package dev.mandate.testkit.node.faults;

import io.vavr.control.Option;

/** What a node does with a request instead of serving it, as a test says. */
public sealed interface NodeFault {

    /** Answers with another status and a meaningless body. */
    record Status(int code, Option<String> retryAfter) implements NodeFault {}

    /** Answers with an error instead of each result. */
    record ErrorAnswer(int code, String data) implements NodeFault {}

    /** Closes the connection before the request is executed. */
    record Cut() implements NodeFault {}

    /** Executes the request and closes the connection before the answer. */
    record CutAfterwards() implements NodeFault {}

    /** Executes the request and does not answer until the node is closed. */
    record Silence() implements NodeFault {}

    /** Executes the request and sends only the first bytes of the answer. */
    record Truncated(int bytes) implements NodeFault {}

    /** Answers with this body, whatever the request is. */
    record Body(String text) implements NodeFault {}
}
