package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.JournalSql;
import dev.mandate.adapters.store.jdbc.KeepingSql;
import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.adapters.store.migration.Migrator;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.audit.CheckpointReader;
import dev.mandate.ports.audit.SignedCheckpoint;
import dev.mandate.ports.journal.IdempotencyKey;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.JournalReader;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
import dev.mandate.ports.journal.StreamId;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * A folder's journal for those who only look, also while another process writes to it. Takes no lock and changes nothing.
 */
public final class SqliteReader implements JournalReader, CheckpointReader, AutoCloseable {

    private final ReadPool pool;

    SqliteReader(ReadPool pool) {
        this.pool = pool;
    }

    /** The journal in {@code folder} as it is, which must be of the shape that this version knows. */
    public static Either<StoreProblem, SqliteReader> open(Path folder) {
        SqliteFile file = new SqliteFile(folder);
        String place = folder.toString();
        if (!Files.exists(file.path())) {
            return Either.left(new StoreProblem.Missing(place));
        }
        try (Session session = file.openReader()) {
            Option<StoreProblem> problem = SqliteStore.foreign(place, session)
                    .orElse(new Migrator(place, SqliteStore.MIGRATIONS).check(session.connection()));
            return problem.isDefined()
                    ? Either.left(problem.get())
                    : Either.right(new SqliteReader(ReadPool.open(file)));
        } catch (SQLException e) {
            return Either.left(Faults.onOpening(place, e));
        }
    }

    <T> T ask(ReadPool.Query<T> query) {
        return pool.read(query);
    }

    @Override
    public long version(StreamId stream) {
        return pool.read(session -> JournalSql.version(session, stream));
    }

    @Override
    public Page<RecordedEvent> stream(StreamId stream, long afterVersion, int limit) {
        Page.requireLimit(limit);
        return pool.read(session -> JournalSql.stream(session, stream, afterVersion, limit));
    }

    @Override
    public Page<RecordedEvent> events(long afterPosition, int limit) {
        Page.requireLimit(limit);
        return pool.read(session -> JournalSql.events(session, afterPosition, limit));
    }

    @Override
    public Option<Row> row(RowKey key) {
        return pool.read(session -> JournalSql.row(session, key));
    }

    @Override
    public Page<Row> rows(RowScan scan) {
        return pool.read(session -> JournalSql.rows(session, scan));
    }

    @Override
    public Option<IdempotencyRecord> answered(IdempotencyKey key, UnixTime now) {
        return pool.read(session -> JournalSql.answered(session, key, now));
    }

    @Override
    public Option<SignedCheckpoint> latest() {
        return pool.read(KeepingSql::latest);
    }

    @Override
    public Page<SignedCheckpoint> checkpoints(long afterNumber, int limit) {
        Page.requireLimit(limit);
        return pool.read(session -> KeepingSql.checkpoints(session, afterNumber, limit));
    }

    @Override
    public void close() {
        try {
            pool.close();
        } catch (SQLException e) {
            throw new JournalUnavailableException(Effect.NONE, "SQLite does not close: " + e.getMessage(), e);
        }
    }
}
