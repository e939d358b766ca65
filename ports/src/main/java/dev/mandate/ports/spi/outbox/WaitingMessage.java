package dev.mandate.ports.spi.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.RecordedMessage;

/**
 * A message that is tried again until it is delivered.
 *
 * @param attempts number of attempts made
 * @param reason of the last failure, for the operator; empty if there was none
 * @param dueAt when it is tried next; while a worker has it, when another one may take it
 */
public record WaitingMessage(RecordedMessage message, int attempts, String reason, UnixTime dueAt) {}
