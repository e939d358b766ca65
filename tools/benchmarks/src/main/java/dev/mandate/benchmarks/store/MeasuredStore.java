package dev.mandate.benchmarks.store;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.engine.journal.AuthenticatedStore;
import dev.mandate.ports.spi.store.JournalStore;
import java.nio.file.Path;

/** A store in SQLite, as it is and as the server uses it. */
record MeasuredStore(JournalStore plain, JournalStore authenticated) implements AutoCloseable {

    /** The store in {@code folder}, which is created with a new operator's secret if it does not exist. */
    static MeasuredStore open(Path folder) {
        SqliteStore plain = SqliteStore.open(folder).getOrElseThrow(problem -> new IllegalStateException(problem.text()));
        OperatorSecret secret = OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME))
                .getOrElseThrow(problem -> new IllegalStateException(problem.text()));
        return new MeasuredStore(plain, new AuthenticatedStore(plain, secret.journalMac()));
    }

    @Override
    public void close() {
        plain.close();
    }
}
