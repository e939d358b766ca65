package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.tampering.TamperedRetentionContract;
import dev.mandate.ports.spi.store.JournalStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class TamperedRetentionOnSqliteTest extends TamperedRetentionContract {

    private final SqliteStores folder;

    TamperedRetentionOnSqliteTest(@TempDir Path path) {
        folder = new SqliteStores(path);
    }

    @Override
    protected JournalStore freshStore() {
        return folder.freshStore();
    }

    @Override
    protected void edit(String sql) {
        SqliteStores.run(folder.newest(), sql);
    }

    @AfterEach
    void closeAll() {
        folder.close();
    }
}
