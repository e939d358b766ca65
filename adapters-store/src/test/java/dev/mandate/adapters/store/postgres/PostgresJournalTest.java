package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.testkit.journal.JournalContract;
import org.junit.jupiter.api.AfterEach;

/** The journal's part of the contract, which {@link PostgresContractTest} plays whole. */
class PostgresJournalTest extends JournalContract {

    private final Database database = Database.required();

    @Override
    protected JournalStore freshStore() {
        return database.freshStore();
    }

    @AfterEach
    void closeAll() {
        database.close();
    }
}
