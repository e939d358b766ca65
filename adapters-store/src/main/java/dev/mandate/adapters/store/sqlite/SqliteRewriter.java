package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.RecordRewriteSql;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.store.RecordRewrite;
import io.vavr.control.Either;
import java.nio.file.Path;
import java.sql.SQLException;

/** Rewrites the records of a folder's journal while no other process has the file open, not even for reading. */
public final class SqliteRewriter {

    private SqliteRewriter() {}

    /**
     * Executes {@code rewrite} as a whole or not at all.
     *
     * @return the last checkpoint
     * @throws JournalUnavailableException if the disk fails; so does whatever the functions of {@code rewrite} throw
     */
    public static Either<StoreProblem, SignedCheckpoint> rewrite(Path folder, RecordRewrite rewrite) {
        return FolderLock.take(folder).flatMap(lock -> {
            try (lock;
                    PreparedConnection session = new SqliteFile(folder).openAlone()) {
                return SqliteFaults.isBusy(() -> session.run("BEGIN EXCLUSIVE"))
                        ? Either.left(new StoreProblem.InUse(folder.toString()))
                        : Either.right(rewritten(session, rewrite));
            } catch (SQLException e) {
                throw SqliteFaults.beforeCommit(e);
            }
        });
    }

    private static SignedCheckpoint rewritten(PreparedConnection session, RecordRewrite rewrite) throws SQLException {
        // Without a commit the transaction ends with the connection, and changes nothing.
        SignedCheckpoint checkpoint = RecordRewriteSql.run(session, rewrite);
        try {
            session.run("COMMIT");
            return checkpoint;
        } catch (SQLException e) {
            throw SqliteFaults.atCommit(e);
        }
    }
}
