package dev.mandate.testkit.journal;

import dev.mandate.ports.journal.Journal;

class InMemoryJournalTest extends JournalContract {

    @Override
    protected Journal freshJournal() {
        return new InMemoryJournal();
    }
}
