package dev.mandate.adapters.store.sqlite;

import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.testkit.journal.JdbcFaults;
import dev.mandate.testkit.journal.StoreContract;
import dev.mandate.testkit.journal.StoreUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;

class SqliteContractTest extends StoreContract {

    private final SqliteStores stores;

    SqliteContractTest(@TempDir Path path) {
        this.stores = new SqliteStores(path);
    }

    @Override
    protected StoreUnderTest fresh() {
        JdbcFaults disk = SqliteStores.faults(SQLiteErrorCode.SQLITE_IOERR_FSYNC);
        JdbcFaults room = SqliteStores.faults(SQLiteErrorCode.SQLITE_FULL);
        SqliteStore store = stores.freshStore(connection -> room.around(disk.around(connection)));
        return new StoreUnderTest() {
            @Override
            public JournalStore store() {
                return store;
            }

            @Override
            public Option<JournalStore> reopen() {
                store.close();
                return Option.some(stores.again());
            }

            @Override
            public Option<JournalStore> crash() {
                return Option.some(stores.leftByAKill());
            }

            @Override
            public Option<Runnable> damage() {
                return Option.some(() -> SqliteStores.run(stores.newest(), "UPDATE event SET hash = x'00'"));
            }

            @Override
            public Array<CommitFault> faults() {
                return disk.all().append(new CommitFault("no-room", room.beforeCommit().arm()));
            }
        };
    }

    @AfterEach
    void closeAll() {
        stores.close();
    }
}
