package dev.mandate.app.crash;

import dev.mandate.testsupport.postgres.PostgresUnderTest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A schema of its own in PostgreSQL.
 *
 * @param database the JDBC URL without the schema
 */
public record TestSchema(String database, String name) implements AutoCloseable {

    /** Makes it. Without PostgreSQL the test is skipped, or fails if {@code CI} is set. */
    public static TestSchema make() throws SQLException {
        String database = PostgresUnderTest.url().getOrElseGet(unavailable -> {
            String reason = unavailable.explanation();
            if (System.getenv("CI") != null) {
                return Assertions.fail(reason);
            }
            System.err.println("Skipped: " + reason);
            return Assumptions.abort(reason);
        });
        TestSchema schema = new TestSchema(database, "mandate_app_test_" + ProcessHandle.current().pid());
        schema.execute("CREATE SCHEMA " + schema.name);
        return schema;
    }

    /** The JDBC URL of the schema. */
    public String url() {
        return database + (database.contains("?") ? "&" : "?") + "currentSchema=" + name;
    }

    /** Executes {@code sql} in the schema. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        execute("DROP SCHEMA " + name + " CASCADE");
    }
}
