package dev.mandate.adapters.store.postgres;

import dev.mandate.ports.store.JournalStore;
import dev.mandate.testkit.journal.OutboxContract;
import org.junit.jupiter.api.AfterEach;

class PostgresOutboxTest extends OutboxContract {

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
