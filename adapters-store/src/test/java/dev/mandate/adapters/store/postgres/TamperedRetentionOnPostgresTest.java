package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.tampering.TamperedRetentionContract;
import dev.mandate.ports.spi.store.JournalStore;
import org.junit.jupiter.api.AfterEach;

class TamperedRetentionOnPostgresTest extends TamperedRetentionContract {

    private final Database database = Database.required();
    private final String address = database.freshSchema();

    @Override
    protected JournalStore freshStore() {
        return database.store(address);
    }

    @Override
    protected void edit(String sql) {
        Database.run(address, sql);
    }

    @AfterEach
    void closeAll() {
        database.close();
    }
}
