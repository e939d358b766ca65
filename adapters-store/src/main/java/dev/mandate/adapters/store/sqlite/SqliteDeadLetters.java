package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.OutboxSql;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.SqlWork;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.DeadLetters;
import dev.mandate.ports.spi.outbox.NoDeadLetter;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * The dead letters of a folder, usable while a server has the folder open. It takes no folder lock. Each change is one small
 * transaction, which SQLite isolates from the server's. It does not affect anything that the server keeps in memory.
 */
public final class SqliteDeadLetters implements DeadLetters, AutoCloseable {

    private final SqliteFile file;
    private final ReadPool reads;

    private SqliteDeadLetters(SqliteFile file, ReadPool reads) {
        this.file = file;
        this.reads = reads;
    }

    /** Opens the dead letters in {@code folder}. The journal must have the schema of this version. */
    public static Either<StoreProblem, SqliteDeadLetters> open(Path folder) {
        SqliteFile file = new SqliteFile(folder);
        return SqliteReader.pool(folder).map(reads -> new SqliteDeadLetters(file, reads));
    }

    @Override
    public Page<DeadLetter> deadLetters(long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reads.read(session -> OutboxSql.deadLetters(session, afterNumber, limit));
    }

    @Override
    public Page<WaitingMessage> waiting(String topic, long afterNumber, int limit) {
        Page.requireLimit(limit);
        return reads.read(session -> OutboxSql.waiting(session, topic, afterNumber, limit));
    }

    @Override
    public Option<NoDeadLetter> retry(long number, UnixTime now) {
        return change(session -> OutboxSql.retry(session, number, now));
    }

    @Override
    public Option<NoDeadLetter> discard(long number) {
        return change(session -> OutboxSql.discard(session, number));
    }

    private <T> T change(SqlWork<T> work) {
        try (PreparedConnection session = file.openWriter()) {
            session.run("BEGIN IMMEDIATE");
            T result = work.run(session);
            commit(session);
            return result;
        } catch (SQLException e) {
            // Closing the connection rolls back what was not committed.
            throw SqliteFaults.beforeCommit(e);
        }
    }

    private static void commit(PreparedConnection session) {
        try {
            session.run("COMMIT");
        } catch (SQLException e) {
            throw SqliteFaults.atCommit(e);
        }
    }

    /** Closes the file. */
    @Override
    public void close() {
        reads.close();
    }
}
