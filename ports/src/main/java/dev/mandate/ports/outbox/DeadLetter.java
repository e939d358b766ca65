package dev.mandate.ports.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.RecordedMessage;

/**
 * A message that was given up on, and holds up those behind it.
 *
 * @param attempts how many were made
 * @param reason of the last failure, for the operator
 * @param buriedAt when it was given up on
 */
public record DeadLetter(RecordedMessage message, int attempts, String reason, UnixTime buriedAt) {}
