package dev.mandate.testkit.journal;

import dev.mandate.ports.store.JournalStore;

class InMemoryRetentionTest extends RetentionContract {

    @Override
    protected JournalStore freshStore() {
        return new InMemoryJournal();
    }
}
