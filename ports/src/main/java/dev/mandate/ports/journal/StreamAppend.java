package dev.mandate.ports.journal;

import io.vavr.collection.Seq;

/**
 * Events for the end of one stream.
 *
 * @param expectedVersion the version that the decision was made on; 0 where the stream must have no events yet
 * @param events in order; none if the commit only depends on the stream's standing still
 */
public record StreamAppend(StreamId stream, long expectedVersion, Seq<Payload> events) {

    public StreamAppend {
        if (expectedVersion < 0) {
            throw new IllegalArgumentException("negative version " + expectedVersion);
        }
    }
}
