package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Journal;
import io.vavr.control.Either;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * A folder's journal for a short task while a server has the folder open, such as a command that creates an API key. It takes
 * no folder lock: each commit is one transaction, which SQLite isolates from the server's, and the server caches nothing of the
 * journal in memory. It does not create or change the schema.
 */
public final class SqliteGuest implements AutoCloseable {

    private final GroupWriter writer;
    private final ReadPool reads;

    private SqliteGuest(GroupWriter writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    /** Opens the journal in {@code folder}. It must exist and have the schema of this version. */
    public static Either<StoreProblem, SqliteGuest> open(Path folder) {
        SqliteFile file = new SqliteFile(folder);
        return SqliteReader.pool(folder).flatMap(reads -> {
            try {
                return Either.right(new SqliteGuest(new GroupWriter(file.openWriter(), file::openWriter), reads));
            } catch (SQLException e) {
                reads.close();
                return Either.left(SqliteFaults.onOpening(folder.toString(), e));
            }
        });
    }

    public Journal journal() {
        return SqliteStore.journal(writer, SqliteReader.reader(reads));
    }

    public CheckpointLog checkpoints() {
        return new SqliteCheckpoints(writer, SqliteReader.reader(reads));
    }

    @Override
    public void close() {
        reads.close();
        try {
            writer.close();
        } catch (SQLException e) {
            throw SqliteFaults.onClosing(e);
        }
    }
}
