package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.SqlWork;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.migration.Migrator;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** Opens a folder's journal for reading, while another process may write to it. Takes no lock and changes nothing. */
public final class SqliteReader {

    private SqliteReader() {}

    /** Opens the journal in {@code folder} after a check of each page. It must have the schema of this version. */
    public static Either<StoreProblem, StoreReader> open(Path folder) {
        return pool(folder, session -> SqliteStore.damaged(folder.toString(), session)).map(SqliteReader::reader);
    }

    /** Opens connections for reading the journal in {@code folder}. */
    static Either<StoreProblem, ReadPool> pool(Path folder) {
        return pool(folder, session -> Option.none());
    }

    private static Either<StoreProblem, ReadPool> pool(Path folder, SqlWork<Option<StoreProblem>> check) {
        SqliteFile file = new SqliteFile(folder);
        String place = folder.toString();
        if (!Files.exists(file.path())) {
            return Either.left(new StoreProblem.Missing(place));
        }
        try (PreparedConnection session = file.openReader()) {
            Option<StoreProblem> problem = SqliteStore.foreign(place, session)
                    .orElse(new Migrator(place, SqliteSchema.MIGRATIONS).check(session.connection()))
                    .orElse(SqliteSchema.damaged(place, session))
                    .orElse(check.run(session));
            return problem.isDefined() ? Either.left(problem.get()) : Either.right(ReadPool.open(file));
        } catch (SQLException e) {
            return Either.left(SqliteFaults.onOpening(place, e));
        }
    }

    static StoreReader reader(ReadPool pool) {
        return new StoreReader(pool::read, pool::close);
    }
}
