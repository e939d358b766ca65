package dev.mandate.domain.submission;

/** A node's answer to a submitted transaction. */
public sealed interface NodeAnswer {

    /** The node passed it on. */
    record Accepted() implements NodeAnswer {}

    /** The node refused to pass it on. */
    record Refused(NodeRejection rejection) implements NodeAnswer {}

    /** No answer. The node may have passed it on. */
    record Silent() implements NodeAnswer {}
}
