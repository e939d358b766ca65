package dev.mandate.ports.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.RecordedMessage;

/**
 * A message to be delivered now, by whoever claimed it.
 *
 * @param attempt from 1; attempts whose worker died count too, a retried dead letter begins anew
 * @param leasedUntil from then on somebody else may claim it
 */
public record Delivery(Lease lease, RecordedMessage message, int attempt, UnixTime leasedUntil) {}
