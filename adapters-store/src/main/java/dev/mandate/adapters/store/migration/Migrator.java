package dev.mandate.adapters.store.migration;

import dev.mandate.adapters.store.StoreProblem;
import io.vavr.collection.Seq;
import io.vavr.collection.SortedMap;
import io.vavr.collection.TreeMap;
import io.vavr.control.Option;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Migrates a store to the latest schema, inside the caller's transaction. The transaction must exclude other migrations. So
 * other sessions see the schema either before all steps or after all of them.
 */
public final class Migrator {

    private final String place;
    private final Seq<Migration> known;

    /**
     * A migrator of one store.
     *
     * @param place the store's name in messages to the operator
     */
    public Migrator(String place, Seq<Migration> known) {
        this.place = place;
        this.known = known;
    }

    /** Why this version cannot use the store; none if it can, possibly after missing steps. */
    public Option<StoreProblem> check(Connection connection) throws SQLException {
        SortedMap<Integer, String> applied = applied(connection);
        int newest = applied.lastOption().map(last -> last._1).getOrElse(0);
        if (newest > known.size()) {
            return Option.some(new StoreProblem.Newer(place, newest, known.size()));
        }
        return known.take(newest)
                .find(migration -> !applied.get(migration.number()).contains(migration.checksum()))
                .map(migration -> new StoreProblem.OtherHistory(place, migration.number()));
    }

    /** Whether every step has been applied. */
    public boolean isCurrent(Connection connection) throws SQLException {
        return applied(connection).size() == known.size();
    }

    /** Applies the missing steps. Call {@link #check} first. */
    public void migrate(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS migration"
                    + " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)");
            int done = applied(connection).size();
            for (Migration migration : known.drop(done)) {
                for (String sql : migration.statements()) {
                    statement.execute(sql);
                }
                record(connection, migration);
            }
        }
    }

    private static void record(Connection connection, Migration migration) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO migration (number, name, checksum) VALUES (?, ?, ?)")) {
            insert.setInt(1, migration.number());
            insert.setString(2, migration.name());
            insert.setString(3, migration.checksum());
            insert.executeUpdate();
        }
    }

    /** The checksums of the applied steps, by number. */
    private static SortedMap<Integer, String> applied(Connection connection) throws SQLException {
        if (!hasMigrations(connection)) {
            return TreeMap.empty();
        }
        SortedMap<Integer, String> applied = TreeMap.empty();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT number, checksum FROM migration")) {
            while (rows.next()) {
                applied = applied.put(rows.getInt(1), rows.getString(2));
            }
        }
        return applied;
    }

    /** Looks only in the connection's current schema: other schemas of the database belong to other applications. */
    private static boolean hasMigrations(Connection connection) throws SQLException {
        String schema = connection.getSchema();
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "migration", new String[] {"TABLE"})) {
            while (tables.next()) {
                if (schema == null || schema.equals(tables.getString("TABLE_SCHEM"))) {
                    return true;
                }
            }
            return false;
        }
    }
}
