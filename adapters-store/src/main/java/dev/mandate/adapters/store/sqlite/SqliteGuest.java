package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.ports.journal.Journal;
import io.vavr.control.Either;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * A folder's journal for somebody who comes by while a server has the folder, such as a command that makes an API key. It takes no lock:
 * each commit is one transaction, which SQLite keeps apart from the server's, and nobody holds anything of the journal in memory. It
 * makes and changes no schema.
 */
public final class SqliteGuest implements AutoCloseable {

    private final GroupWriter writer;
    private final ReadPool reads;

    private SqliteGuest(GroupWriter writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    /** The journal in {@code folder}, which must be there and of the shape that this version knows. */
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
