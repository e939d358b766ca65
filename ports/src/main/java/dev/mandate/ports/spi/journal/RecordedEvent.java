package dev.mandate.ports.spi.journal;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;

/**
 * An event as stored in the journal. Events are never removed. The components are read as stored. If somebody changed the
 * store, they may be inconsistent: see {@link EventHash#of(RecordedEvent)}.
 *
 * @param version its place in the stream, from 1
 * @param position its place among all events of the journal, from 1
 * @param recordedAt the time that the commit's caller passed
 * @param previous the hash of the previous event in the stream; {@link EventHash#NONE} in the first
 * @param hash its own hash
 */
public record RecordedEvent(
        StreamId stream,
        long version,
        long position,
        UnixTime recordedAt,
        Payload payload,
        Bytes32 previous,
        Bytes32 hash) {

    /** Builds the event for {@code payload} at this place, and computes its hash. */
    public static RecordedEvent chained(
            StreamId stream, long version, long position, UnixTime recordedAt, Payload payload, Bytes32 previous) {
        Bytes32 hash = EventHash.of(stream, version, position, recordedAt, payload, previous);
        return new RecordedEvent(stream, version, position, recordedAt, payload, previous, hash);
    }
}
