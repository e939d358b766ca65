package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.journal.StreamId;
import java.util.Comparator;

/**
 * The last event of a stream at some position.
 *
 * @param version of the last event
 * @param hash of the last event; it covers all earlier events of the stream
 */
public record StreamHead(StreamId stream, long version, Bytes32 hash) {

    /** The order within a checkpoint: by kind, then by id, character by character. */
    public static final Comparator<StreamHead> ORDER =
            Comparator.comparing((StreamHead head) -> head.stream().kind()).thenComparing(head -> head.stream().id());
}
