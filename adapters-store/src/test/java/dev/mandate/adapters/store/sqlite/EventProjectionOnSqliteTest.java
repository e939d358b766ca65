package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.events.EventProjectionContract;
import dev.mandate.ports.spi.store.JournalStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class EventProjectionOnSqliteTest extends EventProjectionContract {

    private final SqliteStores folder;

    EventProjectionOnSqliteTest(@TempDir Path path) {
        folder = new SqliteStores(path);
    }

    @Override
    protected JournalStore freshStore() {
        return folder.freshStore();
    }

    @AfterEach
    void closeAll() {
        folder.close();
    }
}
