package dev.mandate.ports.journal;

import dev.mandate.domain.kernel.UnixTime;

/**
 * An event as the journal holds it, for good.
 *
 * @param version its place in the stream, from 1
 * @param position its place among all events of the journal, from 1
 * @param recordedAt the time that its commit gave
 */
public record RecordedEvent(StreamId stream, long version, long position, UnixTime recordedAt, Payload payload) {}
