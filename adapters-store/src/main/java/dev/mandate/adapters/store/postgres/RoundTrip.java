package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several statements sent to the server together. The server executes them in order; each sees what is committed when it
 * starts. Parameters are arrays, so that their number does not depend on the number of rows.
 */
final class RoundTrip {

    private final List<String> statements = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();
    private final List<PreparedConnection.RowReader> readers = new ArrayList<>();

    /** Adds a statement whose result is ignored. */
    void run(String sql, Object... bound) {
        read(sql, row -> {}, bound);
    }

    /** Adds a query; {@code found} receives each row. */
    <T> void ask(String sql, PreparedConnection.Mapper<T> mapper, Consumer<T> found, Object... bound) {
        read(sql, row -> found.accept(mapper.map(row)), bound);
    }

    private void read(String sql, PreparedConnection.RowReader reader, Object... bound) {
        statements.add(sql);
        readers.add(reader);
        parameters.addAll(List.of(bound));
    }

    /** Sends the statements and reads the results. */
    void go(PreparedConnection session) throws SQLException {
        if (!statements.isEmpty()) {
            session.script(String.join("; ", statements), readers, parameters.toArray());
        }
    }
}
