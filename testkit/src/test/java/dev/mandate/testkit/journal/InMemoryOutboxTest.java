package dev.mandate.testkit.journal;

import dev.mandate.ports.store.JournalStore;

class InMemoryOutboxTest extends OutboxContract {

    @Override
    protected JournalStore freshStore() {
        return new InMemoryJournal();
    }
}
