package dev.mandate.ports.spi.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.RecordedMessage;

/**
 * A message that the outbox no longer tries to deliver. It blocks the later messages of its stream.
 *
 * @param attempts number of attempts made
 * @param reason of the last failure, for the operator
 * @param buriedAt when the message became a dead letter
 */
public record DeadLetter(RecordedMessage message, int attempts, String reason, UnixTime buriedAt) {}
