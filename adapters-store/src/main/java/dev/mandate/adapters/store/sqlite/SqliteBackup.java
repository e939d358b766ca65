package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import io.vavr.control.Either;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** Copies a journal that another process may write to meanwhile. */
public final class SqliteBackup {

    private SqliteBackup() {}

    /**
     * Copies the journal in {@code folder} into {@code to}, another folder, where {@link SqliteStore#open} finds it. The copy has all commits up
     * to one moment, and only its owner can read it. Returns its file.
     */
    public static Either<StoreProblem, Path> copy(Path folder, Path to) {
        Path copy = new SqliteFile(to).path();
        return SqliteReader.open(folder).peek(reader -> reader.close()).flatMap(readable -> {
            try (PreparedConnection session = new SqliteFile(folder).openReader()) {
                // SQLite takes an empty file with the permissions that it has.
                session.run("VACUUM INTO ?", Files.createFile(copy, OwnerOnly.file(copy)).toString());
                return Either.right(copy);
            } catch (SQLException e) {
                return Either.left(SqliteFaults.onOpening(folder.toString(), e));
            } catch (IOException e) {
                return Either.left(new StoreProblem.Unusable(to.toString(), FileFault.text(e)));
            }
        });
    }
}
