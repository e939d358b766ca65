package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.events.EventProjectionContract;
import dev.mandate.ports.spi.store.JournalStore;
import org.junit.jupiter.api.AfterEach;

class EventProjectionOnPostgresTest extends EventProjectionContract {

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
