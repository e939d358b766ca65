package dev.mandate.ports.journal;

import dev.mandate.domain.kernel.UnixTime;

/**
 * A message in the outbox.
 *
 * @param number its place in the outbox, from 1; also what a receiver tells repeated deliveries by. Numbers may skip.
 * @param recordedAt the time that its commit gave
 */
public record RecordedMessage(long number, UnixTime recordedAt, OutboxMessage message) {}
