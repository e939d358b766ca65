package dev.mandate.ports.store;

import dev.mandate.ports.audit.AuditReader;
import dev.mandate.ports.audit.CheckpointLog;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.outbox.Outbox;

/** One store and its capabilities, which all share the same content. */
public interface JournalStore extends AutoCloseable {

    Journal journal();

    Outbox outbox();

    CheckpointLog checkpoints();

    Retention retention();

    /** All tables, for {@code verify-log}. */
    AuditReader audit();

    /**
     * Finishes running calls, and releases files and connections. Later calls find the store unavailable; closing it again has no effect.
     */
    @Override
    void close();
}
