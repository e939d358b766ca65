package dev.mandate.testkit.journal;

import dev.mandate.ports.store.JournalStore;
import dev.mandate.simulator.journal.InMemoryJournal;

class InMemoryOutboxTest extends OutboxContract {

    @Override
    protected JournalStore freshStore() {
        return new InMemoryJournal();
    }
}
