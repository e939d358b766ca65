package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.testkit.journal.JdbcFaults;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

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

    /** A fresh store that writes with connections altered by {@code altered}. */
    SqliteStore freshStore(UnaryOperator<Connection> altered) {
        fresh++;
        return opened(SqliteStore.open(newest(), file -> () -> writer(file, altered)));
    }

    static PreparedConnection writer(SqliteFile file, UnaryOperator<Connection> altered) throws SQLException {
        return new PreparedConnection(altered.apply(file.openWriter().connection()));
    }

    /** Faults of a disk that answers {@code code}. */
    static JdbcFaults faults(SQLiteErrorCode code) {
        return new JdbcFaults(() -> new SQLiteException("a fault of the disk", code));
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
        return opened(SqliteStore.open(folder));
    }

    /** Opens a copy of the last fresh store's files as they are while it runs: a killed process leaves these. From now on it is the last fresh one. */
    SqliteStore leftByAKill() {
        Path left = newest();
        fresh++;
        copy(left, newest());
        close();
        return again();
    }

    private static void copy(Path from, Path to) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
            Files.createDirectory(to);
            for (Path file : files) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SqliteStore opened(Either<StoreProblem, SqliteStore> result) {
        SqliteStore store = required(result);
        opened.add(store);
        return store;
    }

    private static SqliteStore required(Either<StoreProblem, SqliteStore> result) {
        return result.getOrElseThrow(problem -> new AssertionError(problem.text()));
    }

    /** A store that the caller closes. */
    static SqliteStore open(Path folder) {
        return required(SqliteStore.open(folder));
    }

    static StoreProblem problem(Path folder) {
        return SqliteStore.open(folder)
                .swap()
                .getOrElseThrow(store -> new AssertionError("opened, and should not have been"));
    }

    /** Runs statements beside the store in {@code folder}. */
    static void run(Path folder, String... statements) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        opened.forEach(SqliteStore::close);
    }
}
