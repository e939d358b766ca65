package dev.mandate.ports.spi.journal;

import dev.mandate.domain.kernel.UnixTime;

/**
 * A message in the outbox.
 *
 * @param number its place in the outbox, from 1; numbers may skip. Receivers recognize repeated deliveries by it.
 * @param recordedAt the time that the commit's caller passed; the message is due from then on
 */
public record RecordedMessage(long number, UnixTime recordedAt, OutboxMessage message) {}
