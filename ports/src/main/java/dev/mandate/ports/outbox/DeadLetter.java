package dev.mandate.ports.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.RecordedMessage;

/**
 * A message whose delivery was given up. It blocks the messages after it in its stream.
 *
 * @param attempts number of attempts made
 * @param reason of the last failure, for the operator
 * @param buriedAt when it was given up
 */
public record DeadLetter(RecordedMessage message, int attempts, String reason, UnixTime buriedAt) {}
