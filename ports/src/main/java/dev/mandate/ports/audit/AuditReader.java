package dev.mandate.ports.audit;

import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.JournalReader;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedMessage;
import dev.mandate.ports.journal.RequestKey;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowKey;
import io.vavr.control.Option;

/** Read access to every table of a store, for an audit. Calls behave as those of {@link JournalReader}. */
public interface AuditReader extends JournalReader, CheckpointReader {

    /** The rows of all kinds with keys above {@code after}, in {@link RowKey} order; at most {@code limit}. */
    Page<Row> allRows(Option<RowKey> after, int limit);

    /** The answers with keys above {@code after}, expired ones included, in the order of scope and key; at most {@code limit}. */
    Page<IdempotencyRecord> answers(Option<RequestKey> after, int limit);

    /** As {@link dev.mandate.ports.outbox.Outbox#open}. */
    Page<RecordedMessage> open(long afterNumber, int limit);
}
