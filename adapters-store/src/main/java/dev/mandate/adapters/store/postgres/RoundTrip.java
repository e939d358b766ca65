package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several statements that travel to the server together. They are carried out one after the other, each on what is committed
 * when its own turn comes; what is bound are arrays, so that their number does not grow with that of the rows.
 */
final class RoundTrip {

    private final List<String> statements = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();
    private final List<Session.RowReader> readers = new ArrayList<>();

    /** One more statement, whose rows, if it has any, nobody reads. */
    void run(String sql, Object... bound) {
        read(sql, row -> {}, bound);
    }

    /** One more question; {@code found} is told each row. */
    <T> void ask(String sql, Session.Mapper<T> mapper, Consumer<T> found, Object... bound) {
        read(sql, row -> found.accept(mapper.map(row)), bound);
    }

    private void read(String sql, Session.RowReader reader, Object... bound) {
        statements.add(sql);
        readers.add(reader);
        parameters.addAll(List.of(bound));
    }

    /** Goes there and back. */
    void go(Session session) throws SQLException {
        if (!statements.isEmpty()) {
            session.script(String.join("; ", statements), readers, parameters.toArray());
        }
    }
}
