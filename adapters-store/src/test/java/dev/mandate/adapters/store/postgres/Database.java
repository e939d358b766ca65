package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.testsupport.postgres.PostgresUnavailable;
import dev.mandate.testsupport.postgres.PostgresUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Creates a schema for each test on the test database, and opens stores in it. Closes the stores and drops the schemas at the
 * end.
 */
final class Database implements AutoCloseable {

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final String url;
    private final List<PostgresStore> opened = new ArrayList<>();
    private final List<String> schemas = new ArrayList<>();

    private Database(String url) {
        this.url = url;
    }

    /** Aborts the test where there is no database, with the reason; where CI is set the test fails instead. */
    static Database required() {
        return new Database(required(PostgresUnderTest.url()));
    }

    static Database at(String url) {
        return new Database(url);
    }

    static <T> T required(Either<PostgresUnavailable, T> found) {
        return found.getOrElseGet(unavailable -> {
            String reason = unavailable.explanation();
            if (System.getenv("CI") != null) {
                return Assertions.fail(reason);
            }
            System.err.println("Skipped: " + reason);
            return Assumptions.abort(reason);
        });
    }

    String url() {
        return url;
    }

    /** The address of a new, empty schema. */
    String freshSchema() {
        String schema = "mandate_test_" + ProcessHandle.current().pid() + "_" + COUNTER.incrementAndGet();
        sql("CREATE SCHEMA " + schema);
        schemas.add(schema);
        return with(url, "currentSchema", schema);
    }

    /** An address with one more parameter. */
    static String with(String address, String name, String value) {
        return address + (address.contains("?") ? "&" : "?") + name + "=" + value;
    }

    /** Runs statements on the database, as its owner. */
    void sql(String... statements) {
        run(url, statements);
    }

    /** Runs statements in a schema. */
    static void run(String address, String... statements) {
        try (Connection connection = DriverManager.getConnection(address);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    PostgresStore freshStore() {
        return store(freshSchema());
    }

    /** Three instances on the schema at {@code address}. */
    Instances instances(String address) {
        return new Instances(Array.of(store(address), store(address), store(address)));
    }

    /** One more store in the schema at {@code address}. */
    PostgresStore store(String address) {
        PostgresStore store = open(address);
        opened.add(store);
        return store;
    }

    static PostgresSettings settings(String address) {
        return PostgresSettings.parse(address).getOrElseThrow(problem -> new AssertionError(problem.text()));
    }

    /** A store that the caller closes. */
    static PostgresStore open(String address) {
        return PostgresStore.open(settings(address)).getOrElseThrow(problem -> new AssertionError(problem.text()));
    }

    static StoreProblem problem(String address) {
        return PostgresStore.open(settings(address))
                .swap()
                .getOrElseThrow(store -> new AssertionError("opened, and should not have been"));
    }

    @Override
    public void close() {
        opened.forEach(PostgresStore::close);
        schemas.forEach(schema -> sql("DROP SCHEMA IF EXISTS " + schema + " CASCADE"));
    }
}
