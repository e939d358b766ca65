package dev.mandate.ports.journal;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;

/**
 * An event as the journal holds it, for good. Its parts are what the store holds, and need not fit together if somebody
 * changed them there: see {@link EventHash#of(RecordedEvent)}.
 *
 * @param version its place in the stream, from 1
 * @param position its place among all events of the journal, from 1
 * @param recordedAt the time that its commit gave
 * @param previous the hash of the event before it in the stream; {@link EventHash#NONE} in the first
 * @param hash its own
 */
public record RecordedEvent(
        StreamId stream,
        long version,
        long position,
        UnixTime recordedAt,
        Payload payload,
        Bytes32 previous,
        Bytes32 hash) {

    /** The event that {@code payload} becomes at this place behind {@code previous}, with its hash. */
    public static RecordedEvent chained(
            StreamId stream, long version, long position, UnixTime recordedAt, Payload payload, Bytes32 previous) {
        Bytes32 hash = EventHash.of(stream, version, position, recordedAt, payload, previous);
        return new RecordedEvent(stream, version, position, recordedAt, payload, previous, hash);
    }
}
