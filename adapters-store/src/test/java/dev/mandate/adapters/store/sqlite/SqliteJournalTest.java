package dev.mandate.adapters.store.sqlite;

import dev.mandate.ports.store.JournalStore;
import dev.mandate.testkit.journal.JournalContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteJournalTest extends JournalContract {

    private final SqliteStores folder;

    SqliteJournalTest(@TempDir Path path) {
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
