package dev.mandate.adapters.store.sqlite;

import dev.mandate.ports.store.JournalStore;
import dev.mandate.testkit.journal.OutboxContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteOutboxTest extends OutboxContract {

    private final SqliteStores folder;

    SqliteOutboxTest(@TempDir Path path) {
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
