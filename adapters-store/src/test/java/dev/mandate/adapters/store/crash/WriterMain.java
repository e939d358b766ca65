package dev.mandate.adapters.store.crash;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.control.Either;
import java.nio.file.Path;

/** A process that runs {@link WriteLoad} until it is killed. It prints the writes that the store acknowledged. */
final class WriterMain {

    private WriterMain() {}

    /** Takes where its store is, a folder or a JDBC URL, and the number of its first thread. */
    public static void main(String[] arguments) {
        JournalStore store = open(arguments[0]).getOrElseThrow(problem -> new IllegalStateException(problem.text()));
        new WriteLoad(store, Integer.parseInt(arguments[1]), System.out::println).start();
    }

    private static Either<StoreProblem, JournalStore> open(String address) {
        return address.startsWith(PostgresSettings.SCHEME)
                ? PostgresSettings.parse(address).flatMap(PostgresStore::open).map(store -> store)
                : SqliteStore.open(Path.of(address)).map(store -> store);
    }
}
