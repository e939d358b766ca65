package dev.mandate.ports.spi.journal;

import io.vavr.collection.Seq;

/**
 * Appends events to the end of one stream.
 *
 * @param expectedVersion the stream's version when the decision was made; 0 if the stream must have no events yet
 * @param events in order; empty if the commit only requires that the stream has not changed
 */
public record StreamAppend(StreamId stream, long expectedVersion, Seq<Payload> events) {

    public StreamAppend {
        if (expectedVersion < 0) {
            throw new IllegalArgumentException("negative version " + expectedVersion);
        }
    }
}
