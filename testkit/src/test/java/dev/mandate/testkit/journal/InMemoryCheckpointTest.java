package dev.mandate.testkit.journal;

import dev.mandate.ports.store.JournalStore;

class InMemoryCheckpointTest extends CheckpointContract {

    @Override
    protected JournalStore freshStore() {
        return new InMemoryJournal();
    }
}
