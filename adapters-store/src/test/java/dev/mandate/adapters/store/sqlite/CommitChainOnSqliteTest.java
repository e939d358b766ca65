package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.chain.CommitChainContract;
import dev.mandate.ports.spi.store.JournalStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class CommitChainOnSqliteTest extends CommitChainContract {

    private final SqliteStores folder;

    CommitChainOnSqliteTest(@TempDir Path path) {
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
