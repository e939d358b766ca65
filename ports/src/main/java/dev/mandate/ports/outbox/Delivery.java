package dev.mandate.ports.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.RecordedMessage;

/**
 * A message to be delivered now by the worker that claimed it.
 *
 * @param attempt from 1; counts attempts whose worker died; starts again for a retried dead letter
 * @param leasedUntil the time from which another worker may claim it
 */
public record Delivery(Lease lease, RecordedMessage message, int attempt, UnixTime leasedUntil) {}
