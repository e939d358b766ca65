package dev.mandate.testkit.journal;

import dev.mandate.simulator.journal.InMemoryJournal;

/** The journal in memory keeps the contract, as long as it is open. */
class InMemoryStoreTest extends StoreContract {

    @Override
    protected StoreUnderTest fresh() {
        InMemoryJournal store = new InMemoryJournal();
        return () -> store;
    }
}
