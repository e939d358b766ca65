package dev.mandate.adapters.store.jdbc;

import java.sql.SQLException;

/**
 * What is asked of a database, or done to it. It may be carried out more than once before it counts, and so has no effect but
 * through the session.
 */
@FunctionalInterface
public interface SqlWork<T> {

    /** Does it on {@code session}, in whatever transaction the session is in. */
    T run(Session session) throws SQLException;
}
