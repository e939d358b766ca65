package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.store.JournalStore;
import dev.mandate.testkit.journal.RetentionContract;
import org.junit.jupiter.api.AfterEach;

/** The contract, asked of three instances at once: each call is another one's. */
class ManyInstancesRetentionTest extends RetentionContract {

    private final Database database = Database.required();

    @Override
    protected JournalStore freshStore() {
        return database.freshInstances();
    }

    @AfterEach
    void closeAll() {
        database.close();
    }
}
