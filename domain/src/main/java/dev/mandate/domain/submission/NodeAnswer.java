package dev.mandate.domain.submission;

/** What came back when a transaction was handed to a node. */
public sealed interface NodeAnswer {

    /** It was passed on. */
    record Accepted() implements NodeAnswer {}

    /** The node would not pass it on. */
    record Refused(NodeRejection rejection) implements NodeAnswer {}

    /** Nothing: it may have been passed on. */
    record Silent() implements NodeAnswer {}
}
