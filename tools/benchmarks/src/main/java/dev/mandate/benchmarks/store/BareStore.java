package dev.mandate.benchmarks.store;

import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.StreamAppend;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/**
 * What is to be reached for: the same rows in the same tables, on the same settings, through plain JDBC, by one thread that
 * puts all that waits into one transaction. It checks nothing, reads nothing and hashes nothing.
 */
final class BareStore {

    private static final int MAX_GROUP = 256;

    private record Waiting(Commit commit, CompletableFuture<Boolean> done) {}

    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(4_096);
    private final Connection connection;
    private final Statement control;
    private final PreparedStatement insertEvent;
    private final PreparedStatement putRow;
    private final PreparedStatement insertMessage;
    private final Thread writer;
    private volatile boolean closing;
    private long position;

    private BareStore(Path folder) throws SQLException {
        // For the tables; what it had open is closed again.
        SqliteStore.open(folder)
                .getOrElseThrow(problem -> new IllegalStateException(problem.text()))
                .close();
        connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
        control = connection.createStatement();
        for (String pragma : List.of(
                "journal_mode = WAL", "synchronous = FULL", "cache_size = -32768", "wal_autocheckpoint = 4000")) {
            control.execute("PRAGMA " + pragma);
        }
        insertEvent = connection.prepareStatement("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        putRow = connection.prepareStatement("INSERT OR REPLACE INTO state_row VALUES (?, ?, ?, ?, ?, NULL)");
        insertMessage = connection.prepareStatement("INSERT INTO outbox (recorded_at, topic, tenant, stream_kind, stream_id, type,"
                + " schema_version, content, available_at, token, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)");
        writer = Thread.ofPlatform().name("bare-writer").daemon(true).start(this::work);
    }

    static BareStore open(Path folder) {
        try {
            return new BareStore(folder);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns when the disk has it. */
    boolean commit(Commit commit) throws InterruptedException {
        Waiting waiting = new Waiting(commit, new CompletableFuture<>());
        queue.put(waiting);
        return waiting.done().join();
    }

    private void work() {
        List<Waiting> group = new ArrayList<>();
        try {
            while (!closing) {
                group.clear();
                group.add(queue.take());
                queue.drainTo(group, MAX_GROUP - 1);
                control.execute("BEGIN IMMEDIATE");
                for (Waiting waiting : group) {
                    write(waiting.commit());
                }
                control.execute("COMMIT");
                group.forEach(waiting -> waiting.done().complete(true));
            }
        } catch (SQLException | InterruptedException e) {
            group.forEach(waiting -> waiting.done().completeExceptionally(e));
        }
    }

    private void write(Commit commit) throws SQLException {
        byte[] hash = EventHash.NONE.toArray();
        for (StreamAppend append : commit.appends()) {
            long version = append.expectedVersion();
            for (Payload event : append.events()) {
                insertEvent.setLong(1, ++position);
                insertEvent.setString(2, append.stream().kind());
                insertEvent.setString(3, append.stream().id());
                insertEvent.setLong(4, ++version);
                insertEvent.setLong(5, commit.recordedAt().seconds());
                set(insertEvent, 6, event);
                insertEvent.setBytes(9, hash);
                insertEvent.setBytes(10, hash);
                insertEvent.executeUpdate();
            }
        }
        for (Row row : commit.rows().flatMap(RowChange::result)) {
            putRow.setString(1, row.key().kind());
            putRow.setString(2, row.key().key());
            set(putRow, 3, row.value());
            putRow.executeUpdate();
        }
        for (OutboxMessage message : commit.messages()) {
            insertMessage.setLong(1, commit.recordedAt().seconds());
            insertMessage.setString(2, message.topic());
            insertMessage.setString(3, message.tenant().name());
            insertMessage.setString(4, message.stream().kind());
            insertMessage.setString(5, message.stream().id());
            set(insertMessage, 6, message.payload());
            insertMessage.setLong(9, commit.recordedAt().seconds());
            insertMessage.executeUpdate();
        }
    }

    private static void set(PreparedStatement statement, int first, Payload payload) throws SQLException {
        statement.setString(first, payload.type());
        statement.setInt(first + 1, payload.schemaVersion());
        statement.setString(first + 2, payload.content());
    }

    void close() throws SQLException, InterruptedException {
        closing = true;
        writer.interrupt();
        writer.join();
        connection.close();
    }
}
