package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.CommitSql;
import dev.mandate.adapters.store.jdbc.JdbcJournal;
import dev.mandate.adapters.store.jdbc.JdbcOutbox;
import dev.mandate.adapters.store.jdbc.RowsAhead;
import dev.mandate.adapters.store.jdbc.OutboxSql;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.migration.Migrator;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Function;

/**
 * The store in one folder: {@code journal.db} beside SQLite's own files, and a lock that excludes a second process. While it is
 * open, only {@link SqliteDeadLetters} and {@link SqliteGuest} may also write to the file; any process may read it. Only the
 * owner can access a new file.
 *
 * <p>When a call returns, its work is on the disk (WAL, {@code synchronous=FULL}). After a fault of the disk, or a full disk,
 * the store continues by itself as soon as writes succeed again.
 */
public final class SqliteStore implements JournalStore {

    /** The files that grow with the journal: the database, and the commits that are not in it yet. */
    public static final Array<String> FILES = Array.of(SqliteFile.NAME, SqliteFile.NAME + "-wal");

    private final FolderLock lock;
    private final GroupWriter writer;
    private final ReadPool reads;
    private final StoreReader reader;

    private SqliteStore(FolderLock lock, GroupWriter writer, ReadPool reads) {
        this.lock = lock;
        this.writer = writer;
        this.reads = reads;
        this.reader = SqliteReader.reader(reads);
    }

    /** Opens the store in {@code folder}, and migrates it to this version. Creates the folder if it does not exist. */
    public static Either<StoreProblem, SqliteStore> open(Path folder) {
        return open(folder, file -> file::openWriter);
    }

    /** The same, with sessions of {@code sessions} that write. */
    static Either<StoreProblem, SqliteStore> open(Path folder, Function<SqliteFile, GroupWriter.Opening> sessions) {
        try {
            OwnerOnly.makeFolder(folder);
        } catch (IOException e) {
            return Either.left(new StoreProblem.Unusable(folder.toString(), FileFault.text(e)));
        }
        return FolderLock.take(folder).flatMap(lock -> {
            Either<StoreProblem, SqliteStore> opened = open(folder, lock, sessions);
            if (opened.isLeft()) {
                lock.close();
            }
            return opened;
        });
    }

    private static Either<StoreProblem, SqliteStore> open(
            Path folder, FolderLock lock, Function<SqliteFile, GroupWriter.Opening> sessions) {
        SqliteFile file = new SqliteFile(folder);
        GroupWriter.Opening opening = sessions.apply(file);
        try {
            file.create();
            PreparedConnection session = opening.open();
            try {
                Option<StoreProblem> problem = prepare(folder.toString(), session);
                if (problem.isEmpty()) {
                    ReadPool reads = ReadPool.open(file);
                    return Either.right(new SqliteStore(lock, new GroupWriter(session, opening), reads));
                }
                session.close();
                return Either.left(problem.get());
            } catch (SQLException e) {
                session.close();
                throw e;
            }
        } catch (IOException e) {
            return Either.left(new StoreProblem.Unusable(folder.toString(), FileFault.text(e)));
        } catch (SQLException e) {
            return Either.left(SqliteFaults.onOpening(folder.toString(), e));
        }
    }

    private static Option<StoreProblem> prepare(String place, PreparedConnection session) throws SQLException {
        Migrator migrator = new Migrator(place, SqliteSchema.MIGRATIONS);
        Option<StoreProblem> problem = foreign(place, session)
                .orElse(damaged(place, session))
                .orElse(migrator.check(session.connection()));
        if (problem.isDefined()) {
            return problem;
        }
        session.run("BEGIN IMMEDIATE");
        migrator.migrate(session.connection());
        session.run("PRAGMA application_id = " + SqliteFile.APPLICATION_ID);
        session.run("COMMIT");
        return SqliteSchema.damaged(place, session);
    }

    /** Whether another application owns the file. A new file counts as ours. */
    static Option<StoreProblem> foreign(String place, PreparedConnection session) throws SQLException {
        int owner = session.first("PRAGMA application_id", row -> row.getInt(1)).getOrElse(0);
        int tables = session.first("SELECT count(*) FROM sqlite_schema", row -> row.getInt(1)).getOrElse(0);
        return Option.when(
                owner != SqliteFile.APPLICATION_ID && (owner != 0 || tables != 0), new StoreProblem.Foreign(place));
    }

    /** Whether a page can't be read, or contradicts another. SQLite's answer has a heading in a line of its own. */
    static Option<StoreProblem> damaged(String place, PreparedConnection session) throws SQLException {
        String verdict = session.first("PRAGMA quick_check(1)", row -> row.getString(1)).getOrElse("no answer");
        return Option.when(
                !verdict.equals("ok"),
                new StoreProblem.Damaged(place, verdict.replaceFirst("^\\*\\*\\* .* \\*\\*\\*\\s*", "").replace('\n', ' ')));
    }

    @Override
    public Journal journal() {
        return journal(writer, reader);
    }

    /** A journal that commits with {@code writer} and reads with {@code reader}. */
    static Journal journal(GroupWriter writer, StoreReader reader) {
        return new JdbcJournal(
                commit -> writer.begin(session -> CommitSql.run(session, commit)), reader, RowsAhead.none(), writer::writability);
    }

    @Override
    public Outbox outbox() {
        return new JdbcOutbox(reads::read, writer::write, OutboxSql::claim);
    }

    @Override
    public CheckpointLog checkpoints() {
        return new SqliteCheckpoints(writer, reader);
    }

    @Override
    public AuditReader audit() {
        return reader;
    }

    @Override
    public Retention retention() {
        return new SqliteRetention(writer, reads);
    }

    @Override
    public void close() {
        try (lock) {
            reader.close();
            writer.close();
        } catch (SQLException e) {
            throw SqliteFaults.onClosing(e);
        }
    }
}
