package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.postgres.ConnectionProxy.Cut;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.testkit.journal.StoreContract;
import dev.mandate.testkit.journal.StoreUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("full")
class PostgresContractTest extends StoreContract {

    private final Database database = Database.required();
    private Option<ConnectionProxy> relay = Option.none();

    @Override
    protected StoreUnderTest fresh() {
        String address = database.freshSchema();
        JournalStore store = open(database, through(address));
        return new StoreUnderTest() {
            @Override
            public JournalStore store() {
                return store;
            }

            @Override
            public Option<JournalStore> reopen() {
                store.close();
                return Option.some(open(database, address));
            }

            @Override
            public Option<JournalStore> crash() {
                return Option.some(open(database, address));
            }

            @Override
            public Option<Runnable> damage() {
                return Option.some(() -> Database.run(address, "UPDATE event SET hash = '\\x00'"));
            }

            @Override
            public Array<CommitFault> faults() {
                return Array.of(Cut.AT_THE_TURN, Cut.BEFORE_COMMIT, Cut.BEFORE_THE_ANSWER_TO_COMMIT)
                        .map(cut -> new CommitFault(cut.name(), () -> relay.get().cutOnce(cut)));
            }
        };
    }

    JournalStore open(Database database, String address) {
        return database.store(address);
    }

    private String through(String address) {
        try {
            ConnectionProxy proxy = new ConnectionProxy(address);
            relay = Option.some(proxy);
            return proxy.through(address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void closeAll() throws IOException {
        database.close();
        for (ConnectionProxy proxy : relay) {
            proxy.close();
        }
    }
}
