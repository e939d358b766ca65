package dev.mandate.engine.simulation;

import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import dev.mandate.simulator.journal.InMemoryJournal;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The store as a process reaches it: it may die before and after each write. */
record ProcessStore(
        Journal journal, Outbox outbox, CheckpointLog checkpoints, Retention retention, AuditReader audit, LongSupplier connections)
        implements JournalStore {

    ProcessStore(SimulatedProcess process, PlantedBug bug, Supplier<InMemoryJournal> current, LongSupplier connections) {
        this(
                bug.journal(process.reaching(Journal.class, current, "commit", "begin")),
                bug.outbox(process.reaching(Outbox.class, () -> current.get().outbox(), "claim", "done", "failed", "bury")),
                process.reaching(CheckpointLog.class, () -> current.get().checkpoints(), "append"),
                process.reaching(Retention.class, () -> current.get().retention(), "remove"),
                process.reaching(AuditReader.class, () -> current.get().audit()),
                connections);
    }

    @Override
    public long connectionsOpened() {
        return connections.getAsLong();
    }

    @Override
    public void close() {}
}
