package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.store.JournalStore;
import dev.mandate.testkit.journal.OutboxContract;
import org.junit.jupiter.api.AfterEach;

/** Runs the contract on three instances: consecutive calls go to different instances. */
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
