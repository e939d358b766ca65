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
        return again();
    }

    /** The folder of the last fresh store. */
    Path newest() {
        return path.resolve("fresh-" + fresh);
    }

    /** Opens the folder of the last fresh store. */
    SqliteStore again() {
        return at(newest());
    }

    SqliteStore at(Path folder) {
        SqliteStore store = open(folder);
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
