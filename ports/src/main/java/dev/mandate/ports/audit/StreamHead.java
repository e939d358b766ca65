package dev.mandate.ports.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.journal.StreamId;
import java.util.Comparator;

/**
 * How far a stream reached.
 *
 * @param version of its last event
 * @param hash of its last event, and so of all before it
 */
public record StreamHead(StreamId stream, long version, Bytes32 hash) {

    /** By kind, then by id, character by character: the order within a checkpoint. */
    public static final Comparator<StreamHead> ORDER =
            Comparator.comparing((StreamHead head) -> head.stream().kind()).thenComparing(head -> head.stream().id());
}
