package dev.mandate.app.sample;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** A journal as SQL text that makes its tables and fills them. */
final class JournalText {

    private static final Array<String> TABLES = Array.of("event", "state_row", "answer", "outbox", "checkpoint");

    private final Connection connection;
    private final Dialect dialect;

    /** What differs between the databases. */
    enum Dialect {
        SQLITE("X'", "UPDATE sqlite_sequence SET seq = %d WHERE name = 'outbox'", "PRAGMA application_id = 1296974932"),
        POSTGRES("'\\x", "ALTER TABLE outbox ALTER COLUMN number RESTART WITH %2$d", "COMMENT ON TABLE migration IS 'dev.mandate journal'");

        private final String bytes;

        /** Has the next message numbered after those here. */
        private final String numbering;


        /** Marks the journal as ours. */
        private final String mark;

        Dialect(String bytes, String numbering, String mark) {
            this.bytes = bytes;
            this.numbering = numbering;
            this.mark = mark;
        }

        private String folder() {
            return name().toLowerCase(Locale.ROOT);
        }

        String file() {
            return folder() + ".sql";
        }
    }

    private JournalText(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** The text of the journal behind {@code connection}, one row a line. */
    static String of(Connection connection, Dialect dialect) throws SQLException, IOException {
        JournalText text = new JournalText(connection, dialect);
        StringBuilder out = new StringBuilder();
        out.append("CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL);\n");
        out.append(dialect.mark).append(";\n");
        for (String name : text.column("SELECT name FROM migration ORDER BY number")) {
            out.append(schema(dialect, name));
        }
        out.append(text.rows("migration"));
        for (String table : TABLES) {
            out.append(text.rows(table));
        }
        long last = Long.parseLong(text.column("SELECT COALESCE(MAX(number), 0) FROM outbox").head());
        return out.append(dialect.numbering.formatted(last, last + 1)).append(";\n").toString();
    }

    /** Makes the tables and fills them. */
    static void restore(String text, Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(text);
        }
        connection.commit();
    }

    private static String schema(Dialect dialect, String name) throws IOException {
        String path = "/dev/mandate/adapters/store/" + dialect.folder() + "/" + name;
        try (InputStream in = Objects.requireNonNull(JournalText.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Array<String> column(String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return Array.ofAll(values);
        }
    }

    private String rows(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + table + " ORDER BY 1, 2")) {
            int columns = rows.getMetaData().getColumnCount();
            List<String> names = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
                names.add(rows.getMetaData().getColumnName(column));
            }
            List<String> lines = new ArrayList<>();
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(literal(rows.getObject(column)));
                }
                lines.add("(" + String.join(",", values) + ")");
            }
            return lines.isEmpty()
                    ? ""
                    : "INSERT INTO " + table + " (" + String.join(", ", names) + ") VALUES\n" + String.join(",\n", lines) + ";\n";
        }
    }

    private String literal(Object value) {
        return switch (value) {
            case null -> "NULL";
            case byte[] bytes -> dialect.bytes + Bytes.of(bytes).toHex() + "'";
            case Number number -> number.toString();
            default -> "'" + value.toString().replace("'", "''") + "'";
        };
    }
}
