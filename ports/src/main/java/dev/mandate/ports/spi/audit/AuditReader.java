package dev.mandate.ports.spi.audit;

import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import io.vavr.control.Option;

/** Read access to every table of a store, for an audit. Calls behave as those of {@link JournalReader}. */
public interface AuditReader extends JournalReader, CheckpointReader {

    /** The rows of all kinds with keys above {@code after}, in {@link RowKey} order; at most {@code limit}. */
    Page<Row> allRows(Option<RowKey> after, int limit);

    /** The answers with keys above {@code after}, expired ones included, in the order of scope and key; at most {@code limit}. */
    Page<IdempotencyRecord> answers(Option<RequestKey> after, int limit);

    /** As {@link dev.mandate.ports.spi.outbox.Outbox#open}. */
    Page<RecordedMessage> open(long afterNumber, int limit);
}
