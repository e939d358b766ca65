package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A connection with its prepared statements. Only one thread may use it at a time. */
public final class PreparedConnection implements AutoCloseable {

    /** Converts the current row of a result. */
    @FunctionalInterface
    public interface Mapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    /** Receives the current row of a result. */
    @FunctionalInterface
    public interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    /** A session that owns {@code connection}. */
    public PreparedConnection(Connection connection) {
        this.connection = connection;
    }

    public Connection connection() {
        return connection;
    }

    /** Executes a statement and ignores its result. */
    public void run(String sql, Object... parameters) throws SQLException {
        boolean hasRows = with(sql, parameters, PreparedStatement::execute);
        if (hasRows) {
            // A statement with unread rows stays open and keeps its transaction open.
            forget(sql);
        }
    }

    /** Executes a statement that changes rows, and returns their number. */
    public int update(String sql, Object... parameters) throws SQLException {
        return with(sql, parameters, PreparedStatement::executeUpdate);
    }

    /** Executes a statement that changes rows, once for each of {@code parameters}, in one exchange with a server. */
    public void updateAll(String sql, Seq<Object[]> parameters) throws SQLException {
        if (parameters.isEmpty()) {
            return;
        }
        try {
            PreparedStatement statement = statement(sql);
            for (Object[] each : parameters) {
                bind(statement, each);
                statement.addBatch();
            }
            statement.executeBatch();
        } catch (SQLException | RuntimeException e) {
            forget(sql);
            throw e;
        }
    }

    /**
     * Executes several statements, separated by semicolons, in one call.
     *
     * @param readers one for each statement; receives the rows of its result
     */
    public void script(String sql, List<RowReader> readers, Object... parameters) throws SQLException {
        boolean hasUnread = with(sql, parameters, statement -> {
            boolean hasRows = statement.execute();
            for (RowReader reader : readers) {
                if (hasRows) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            reader.read(rows);
                        }
                    }
                }
                hasRows = statement.getMoreResults();
            }
            return hasRows;
        });
        if (hasUnread) {
            throw new IllegalArgumentException("more statements than readers: " + sql);
        }
    }

    /** All rows of a query, in order. */
    public <T> Array<T> query(String sql, Mapper<T> mapper, Object... parameters) throws SQLException {
        return with(sql, parameters, statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                List<T> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(mapper.map(rows));
                }
                return Array.ofAll(found);
            }
        });
    }

    /** The first row of a query. */
    public <T> Option<T> first(String sql, Mapper<T> mapper, Object... parameters) throws SQLException {
        return with(sql, parameters, statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Option.some(mapper.map(rows)) : Option.none();
            }
        });
    }

    /** Executes a statement whose parameters are set. */
    private interface Execution<T> {
        T execute(PreparedStatement statement) throws SQLException;
    }

    private <T> T with(String sql, Object[] parameters, Execution<T> execution) throws SQLException {
        try {
            PreparedStatement statement = statement(sql);
            bind(statement, parameters);
            return execution.execute(statement);
        } catch (SQLException | RuntimeException e) {
            // The SQLite driver closes a statement that fails (for example on a full disk), so it can't be used again.
            forget(sql);
            throw e;
        }
    }

    private PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        return statement;
    }

    private void forget(String sql) throws SQLException {
        PreparedStatement statement = prepared.remove(sql);
        if (statement != null) {
            statement.close();
        }
    }

    private static void bind(PreparedStatement statement, Object[] parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            bind(statement, i + 1, parameters[i]);
        }
    }

    private static void bind(PreparedStatement statement, int index, Object parameter) throws SQLException {
        switch (parameter) {
            case String text -> statement.setString(index, text);
            case String[] texts -> bindArray(statement, index, "text", texts);
            case Long[] numbers -> bindArray(statement, index, "bigint", numbers);
            case Integer[] numbers -> bindArray(statement, index, "integer", numbers);
            case byte[][] contents -> bindArray(statement, index, "bytea", contents);
            case Long number -> statement.setLong(index, number);
            case Integer number -> statement.setInt(index, number);
            case UnixTime time -> statement.setLong(index, time.seconds());
            case Bytes bytes -> statement.setBytes(index, bytes.toArray());
            case Bytes32 bytes -> statement.setBytes(index, bytes.toArray());
            default -> throw new IllegalArgumentException("no column takes a " + parameter.getClass());
        }
    }

    private static void bindArray(PreparedStatement statement, int index, String type, Object[] elements)
            throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf(type, elements));
    }

    /** Closes the connection and its prepared statements. */
    @Override
    public void close() throws SQLException {
        try {
            for (PreparedStatement statement : prepared.values()) {
                statement.close();
            }
            prepared.clear();
        } finally {
            connection.close();
        }
    }
}
