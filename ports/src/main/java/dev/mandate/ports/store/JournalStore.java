package dev.mandate.ports.store;

import dev.mandate.ports.audit.AuditReader;
import dev.mandate.ports.audit.CheckpointLog;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.outbox.Outbox;
import io.vavr.control.Option;
import java.time.InstantSource;

/** One store and its capabilities, which all share the same content. */
public interface JournalStore extends AutoCloseable {

    Journal journal();

    Outbox outbox();

    CheckpointLog checkpoints();

    Retention retention();

    /** All tables, for {@code verify-log}. */
    AuditReader audit();

    /**
     * The wall clock of a store that several machines use. All processes on it share this clock, so that a lease does not depend on the
     * clock of the machine that took it. It reads nothing from the store and does not wait. None, if the machine's own clock will do.
     */
    default Option<InstantSource> clock() {
        return Option.none();
    }

    /**
     * Finishes running calls, and releases files and connections. Later calls find the store unavailable; closing it again has no effect.
     */
    @Override
    void close();
}
