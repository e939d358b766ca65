package dev.mandate.ports.store;

import dev.mandate.ports.audit.CheckpointLog;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.outbox.Outbox;

/** One store and its capabilities. All of them speak of the same content. */
public interface JournalStore extends AutoCloseable {

    Journal journal();

    Outbox outbox();

    CheckpointLog checkpoints();

    Retention retention();

    /**
     * Finishes what has begun, and lets go of files and connections. Calls that come later find the store unavailable; to
     * close it again does no harm.
     */
    @Override
    void close();
}
