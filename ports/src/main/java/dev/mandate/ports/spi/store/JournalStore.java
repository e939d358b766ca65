package dev.mandate.ports.spi.store;

import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.outbox.Outbox;
import io.vavr.control.Option;
import java.time.InstantSource;

/** One durable store: its journal, outbox, checkpoints and retention share the same data. */
public interface JournalStore extends AutoCloseable {

    Journal journal();

    Outbox outbox();

    CheckpointLog checkpoints();

    Retention retention();

    /** Read access to all tables, for {@code verify-log}. */
    AuditReader audit();

    /**
     * The wall clock of a store that several machines use. All processes on the store share this clock. So a lease does not
     * depend on the clock of the machine that took it. The clock does not access the store and does not block. None if the
     * machine's own clock suffices.
     */
    default Option<InstantSource> clock() {
        return Option.none();
    }

    /**
     * How many connections to a database server were opened so far, also within a call that tried again. A new one may lead to another server, which has
     * taken over and may have lost commits. 0 for a store without a server.
     */
    default long connectionsOpened() {
        return 0;
    }

    /** How many times the store tried again so far, after a fault without effect. 0 for a store that does not try again. */
    default long retries() {
        return 0;
    }

    /**
     * Finishes running calls and releases files and connections. Later calls throw {@link
     * dev.mandate.ports.spi.journal.JournalUnavailableException}. Closing again has no effect.
     */
    @Override
    void close();
}
