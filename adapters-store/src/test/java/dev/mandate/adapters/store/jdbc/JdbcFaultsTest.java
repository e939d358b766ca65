package dev.mandate.adapters.store.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.testkit.journal.JdbcFaults;
import dev.mandate.testkit.journal.StoreUnderTest.CommitFault;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteDataSource;

/** What a fault leaves of a commit with three writes. */
class JdbcFaultsTest {

    @TempDir
    private Path folder = Path.of("");

    private final SQLiteDataSource database = new SQLiteDataSource();
    private final JdbcFaults faults = new JdbcFaults();

    @BeforeEach
    void make() throws SQLException {
        database.setUrl("jdbc:sqlite:" + folder.resolve("t.db"));
        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (x INTEGER)");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "write-1, true, 0", "write-3, true, 0", "before-commit, true, 0", "after-commit, true, 3", "write-4, true, 3",
        "write-1, false, 0", "write-3, false, 2", "write-4, false, 3"
    })
    void aFaultLeavesWhatWasCommittedBeforeIt(String name, boolean inOneTransaction, int left) throws SQLException {
        faults.all().find(fault -> fault.name().equals(name)).map(CommitFault::arm).get().run();
        write(inOneTransaction);
        assertEquals(left, count());
    }

    @ParameterizedTest
    @CsvSource({"write-2", "write-4", "before-commit", "after-commit"})
    void aFaultIsMetOnce(String name) throws SQLException {
        faults.all().find(fault -> fault.name().equals(name)).map(CommitFault::arm).get().run();
        write(true);
        int before = count();
        write(true);
        assertEquals(before + 3, count());
    }

    private void write(boolean inOneTransaction) throws SQLException {
        try (Connection connection = faults.around(database).getConnection()) {
            connection.setAutoCommit(!inOneTransaction);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
                for (int i = 0; i < 3; i++) {
                    insert.setInt(1, i);
                    assertEquals(1, insert.executeUpdate());
                }
                if (inOneTransaction) {
                    connection.commit();
                }
            }
        } catch (SQLException e) {
            assertEquals("08006", e.getSQLState());
        }
    }

    private int count() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
            return rows.getInt(1);
        }
    }
}
