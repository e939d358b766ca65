package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.migration.Migration;
import dev.mandate.adapters.store.migration.Migrator;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** Checks and migrates the connection's current schema, which belongs to the journal alone. */
final class Schema {

    static final Array<Migration> MIGRATIONS = Migration.load(Schema.class, "0001-journal.sql");

    private static final int LEAST_VERSION = 150_000;
    /**
     * The comment on the table of migrations. It distinguishes the table from those of other applications with the same name.
     */
    private static final String MARK = "dev.mandate journal";
    private static final String SERVER = "SELECT current_setting('server_version_num')::int AS version,"
            + " current_setting('server_version') AS spelled, current_setting('server_encoding') AS encoding,"
            + " pg_is_in_recovery() AS standby, (SELECT oid::int FROM pg_namespace WHERE nspname = current_schema()) AS id";
    private static final String OURS = "SELECT obj_description(oid, 'pg_class') FROM pg_class WHERE relname = 'migration'"
            + " AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())";
    /** Ignores relations of extensions, which may be installed in any schema. */
    private static final String RELATIONS = "SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f')"
            + " AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
            + " AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')";
    private static final String IN_SCHEMA = "relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
            + " AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE deptype = 'e' AND objid IN (pg_class.oid,"
            + " (SELECT indrelid FROM pg_index WHERE indexrelid = pg_class.oid)))";
    private static final String COLUMNS = "SELECT 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)"
            + " || CASE WHEN collname = 'C' THEN ' C' ELSE '' END || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END"
            + " || CASE WHEN attidentity <> '' THEN ' IDENTITY' ELSE '' END"
            + " FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
            + " LEFT JOIN pg_collation ON pg_collation.oid = attcollation"
            + " WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND " + IN_SCHEMA;
    private static final String UNIQUE_KEYS = "SELECT 'key ' || relname || ' UNIQUE ('"
            + " || (SELECT string_agg(attname, ', ' ORDER BY place) FROM unnest(indkey::int[]) WITH ORDINALITY AS k (num, place)"
            + " JOIN pg_attribute ON attrelid = indrelid AND attnum = k.num) || ')'"
            + " FROM pg_index JOIN pg_class ON pg_class.oid = indrelid"
            + " WHERE indisunique AND indisvalid AND indpred IS NULL AND " + IN_SCHEMA;
    private static final String RELATIONS_BY_NAME = "SELECT CASE relkind WHEN 'i' THEN 'index ' WHEN 'I' THEN 'index ' WHEN 'S' THEN 'sequence '"
            + " WHEN 'v' THEN 'view ' WHEN 'm' THEN 'materialized view ' WHEN 'f' THEN 'foreign table ' ELSE 'table ' END || relname"
            + " FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'i', 'I') AND " + IN_SCHEMA;
    /** What changes or hides records when they are written or read: the migrations make none of these. */
    private static final Array<String> ATTACHED = Array.of(
            "SELECT 'trigger ' || tgname || ' on ' || relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
                    + " WHERE NOT tgisinternal AND " + IN_SCHEMA,
            "SELECT 'rule ' || rulename || ' on ' || relname FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class"
                    + " WHERE rulename <> '_RETURN' AND " + IN_SCHEMA,
            "SELECT 'row security of ' || relname FROM pg_class WHERE relrowsecurity AND " + IN_SCHEMA,
            "SELECT 'constraint ' || conname || ' of ' || relname FROM pg_constraint JOIN pg_class ON pg_class.oid IN (conrelid, confrelid)"
                    + " WHERE contype NOT IN ('p', 'u', 'n') AND " + IN_SCHEMA,
            "SELECT 'default of ' || relname || '.' || attname FROM pg_attrdef JOIN pg_class ON pg_class.oid = adrelid"
                    + " JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE " + IN_SCHEMA,
            "SELECT 'child table ' || inhrelid::regclass || ' of ' || relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhparent"
                    + " WHERE relkind = 'r' AND " + IN_SCHEMA);

    private final String place;
    private final Migrator migrator;

    Schema(String place) {
        this.place = place;
        this.migrator = new Migrator(place, MIGRATIONS);
    }

    /** Migrates the schema to this version, and returns the turn of the schema. Several instances may call it at once. */
    Either<StoreProblem, AppendLock> prepare(PreparedConnection session) throws SQLException {
        Either<StoreProblem, AppendLock> server = server(session, true);
        if (server.isLeft()) {
            return server;
        }
        session.connection().setAutoCommit(false);
        server.get().take(session);
        Option<StoreProblem> problem = foreign(session).orElse(migrator.check(session.connection()));
        if (problem.isDefined()) {
            return Either.left(problem.get());
        }
        // A role without the right to create tables may open a schema that is already migrated.
        if (!migrator.isCurrent(session.connection())) {
            migrator.migrate(session.connection());
            session.run("COMMENT ON TABLE migration IS '" + MARK + "'");
        }
        Option<StoreProblem> damage = damaged(session);
        if (damage.isDefined()) {
            return Either.left(damage.get());
        }
        session.connection().commit();
        return server;
    }

    /** Why the schema can't be read; none if it can. Changes nothing. */
    Option<StoreProblem> check(PreparedConnection session) throws SQLException {
        Either<StoreProblem, AppendLock> server = server(session, false);
        if (server.isLeft()) {
            return Option.some(server.getLeft());
        }
        Option<StoreProblem> problem = foreign(session).orElse(migrator.check(session.connection()));
        if (problem.isDefined()) {
            return problem;
        }
        return session.first(OURS, row -> row.getString(1)).isEmpty()
                ? Option.some(new StoreProblem.Missing(place))
                : damaged(session);
    }

    private Either<StoreProblem, AppendLock> server(PreparedConnection session, boolean toWrite) throws SQLException {
        return session.<Either<StoreProblem, AppendLock>>first(SERVER, row -> {
                    if (row.getInt("version") < LEAST_VERSION) {
                        return unusable("its server is PostgreSQL " + row.getString("spelled") + ", and 15 is the oldest"
                                + " that will do");
                    }
                    if (!row.getString("encoding").equals("UTF8")) {
                        return unusable("its encoding is " + row.getString("encoding") + ", and not UTF8");
                    }
                    if (toWrite && row.getBoolean("standby")) {
                        return unusable("its server is a standby, and takes no writes");
                    }
                    int id = row.getInt("id");
                    return row.wasNull()
                            ? unusable("there is no such schema: CREATE SCHEMA makes it")
                            : Either.right(new AppendLock(id));
                })
                .getOrElse(() -> unusable("it says nothing about itself"));
    }

    private <T> Either<StoreProblem, T> unusable(String why) {
        return Either.left(new StoreProblem.Unusable(place, why));
    }

    /** Whether another application owns the schema. An empty schema counts as ours. */
    private Option<StoreProblem> foreign(PreparedConnection session) throws SQLException {
        boolean ours = session.query(OURS, row -> MARK.equals(row.getString(1))).contains(true);
        long relations = session.first(RELATIONS, row -> row.getLong(1)).getOrElse(0L);
        return Option.when(!ours && relations > 0, new StoreProblem.Foreign(place));
    }

    /** Compares the schema with that after the migrations. Objects of extensions are accepted. */
    private Option<StoreProblem> damaged(PreparedConnection session) throws SQLException {
        Array<String> there = shape(session);
        Array<String> expected = expectedShape();
        return expected.find(line -> !there.contains(line))
                .<StoreProblem>map(line -> new StoreProblem.Damaged(place, "it lacks the " + line))
                .orElse(() -> there.find(line -> !expected.contains(line))
                        .map(line -> new StoreProblem.Unexpected(place, line.replaceAll("\\p{Cntrl}", "?"))));
    }

    /** Everything in the schema, one per line: relations, columns with their types, unique keys, and what is attached to tables. */
    static Array<String> shape(PreparedConnection session) throws SQLException {
        Array<String> shape = Array.empty();
        for (String query : ATTACHED.prependAll(Array.of(RELATIONS_BY_NAME, COLUMNS, UNIQUE_KEYS))) {
            shape = shape.appendAll(session.query(query, row -> row.getString(1)));
        }
        return shape;
    }

    /** The expected {@link #shape} after the last migration. */
    static Array<String> expectedShape() {
        try (InputStream in = Schema.class.getResourceAsStream("shape.txt")) {
            if (in == null) {
                throw new IllegalStateException("shape.txt is not on the class path");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Array.ofAll(text.lines()).filter(line -> !line.isBlank());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
