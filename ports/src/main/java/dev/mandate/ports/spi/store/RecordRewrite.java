package dev.mandate.ports.spi.store;

import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.Row;
import java.util.function.Function;

/**
 * Gives all rows, answers and messages of a store another MAC, in one transaction that nobody else shares. Each function may throw, and then nothing is
 * changed.
 *
 * @param rows the new value of a row
 * @param answers the new answer of an idempotency record
 * @param messages the new payload of a message, a dead letter included
 * @param last the checkpoint that must be the last one and cover every event
 * @param commit what is committed after that: one event, and rows
 * @param checkpoint the checkpoint over that event
 */
public record RecordRewrite(
        Function<Row, Payload> rows,
        Function<IdempotencyRecord, Payload> answers,
        Function<RecordedMessage, Payload> messages,
        SignedCheckpoint last,
        Commit commit,
        Function<RecordedEvent, SignedCheckpoint> checkpoint) {}
