package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.migration.Migration;
import dev.mandate.adapters.store.migration.Migrator;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The tables and indexes of a journal's file. */
final class SqliteSchema {

    static final Array<Migration> MIGRATIONS = Migration.load(SqliteStore.class, "0001-journal.sql");

    /** Names that begin with sqlite_ are SQLite's own: ANALYZE makes such tables. */
    private static final String OBJECTS = "SELECT type || ' ' || name, sql FROM sqlite_schema"
            + " WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC, name";

    private SqliteSchema() {}

    private record Named(String name, String sql) {}

    /** Reports the first table or index that is missing or differs from the migrations, or another object; none if there is none. */
    static Option<StoreProblem> damaged(String place, PreparedConnection session) throws SQLException {
        Array<Named> there = objects(session);
        Array<Named> expected = expected();
        return expected.find(object -> !there.contains(object))
                .<StoreProblem>map(object -> new StoreProblem.Damaged(place, "its " + object.name() + " is missing or altered"))
                .orElse(() -> there.find(object -> !expected.contains(object))
                        .map(object -> new StoreProblem.Unexpected(place, object.name().replaceAll("\\p{Cntrl}", "?"))));
    }

    private static Array<Named> expected() throws SQLException {
        try (PreparedConnection empty = new PreparedConnection(DriverManager.getConnection("jdbc:sqlite::memory:"))) {
            new Migrator("", MIGRATIONS).migrate(empty.connection());
            return objects(empty);
        }
    }

    private static Array<Named> objects(PreparedConnection session) throws SQLException {
        return session.query(OBJECTS, row -> new Named(row.getString(1), row.getString(2)));
    }
}
