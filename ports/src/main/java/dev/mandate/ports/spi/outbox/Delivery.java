package dev.mandate.ports.spi.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.RecordedMessage;

/**
 * A message to be delivered now by the worker that claimed it.
 *
 * @param attempt from 1; includes attempts whose worker died; restarts at 1 when a dead letter is retried
 * @param leasedUntil the time from which another worker may claim it
 */
public record Delivery(Lease lease, RecordedMessage message, int attempt, UnixTime leasedUntil) {}
