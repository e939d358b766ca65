package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Opens SQLite stores for tests and closes them at the end. */
final class SqliteStores implements AutoCloseable {

    private final Path path;
    private final List<SqliteStore> opened = new ArrayList<>();
    private int fresh;

    SqliteStores(Path path) {
        this.path = path;
    }

    SqliteStore freshStore() {
        fresh++;
        SqliteStore store = open(path.resolve("fresh-" + fresh));
        opened.add(store);
        return store;
    }

    /** A store that the caller closes. */
    static SqliteStore open(Path folder) {
        return SqliteStore.open(folder).getOrElseThrow(problem -> new AssertionError(problem.text()));
    }

    static StoreProblem problem(Path folder) {
        return SqliteStore.open(folder)
                .swap()
                .getOrElseThrow(store -> new AssertionError("opened, and should not have been"));
    }

    @Override
    public void close() {
        opened.forEach(SqliteStore::close);
    }
}
