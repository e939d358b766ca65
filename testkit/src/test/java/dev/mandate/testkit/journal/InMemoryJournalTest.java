package dev.mandate.testkit.journal;

import dev.mandate.ports.store.JournalStore;

class InMemoryJournalTest extends JournalContract {

    @Override
    protected JournalStore freshStore() {
        return new InMemoryJournal();
    }
}
