package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.store.JournalStore;
import dev.mandate.testkit.journal.OutboxContract;
import org.junit.jupiter.api.AfterEach;

/** The contract, asked of three instances at once: each call is another one's. */
class ManyInstancesOutboxTest extends OutboxContract {

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
