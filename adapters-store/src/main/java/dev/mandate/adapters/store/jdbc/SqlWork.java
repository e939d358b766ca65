package dev.mandate.adapters.store.jdbc;

import java.sql.SQLException;

/**
 * Reads or changes of a database. It may be executed several times before one execution is committed. Therefore all its effects
 * go through the session.
 */
@FunctionalInterface
public interface SqlWork<T> {

    /** Executes the work on {@code session}, in the session's current transaction. */
    T run(PreparedConnection session) throws SQLException;
}
