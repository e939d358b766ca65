package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.ports.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig;

/** How connections to the file are set up. */
final class SqliteFile {

    /** "MNDT", where SQLite keeps whose a file is. */
    static final int APPLICATION_ID = 0x4d4e4454;

    private static final String NAME = "journal.db";
    /** Half of what a caller waits: work that comes behind a transaction that cannot begin has its own turn yet. */
    private static final int BUSY_MILLIS = 5_000;
    private static final int WRITER_CACHE_KIB = 32 * 1024;
    private static final int READER_CACHE_KIB = 8 * 1024;
    /**
     * Readers look at the file through the memory map, as far as SQLite allows: a page that the operating system has is there
     * without a call, and reads stay as fast as they are when the file outgrows every cache. The price: where the disk fails to
     * give a page, the process dies instead of getting an error. The writer has no map.
     */
    private static final long READER_MAP_BYTES = 0x7fff_0000L;
    /** Four kilobytes each: how long the log gets before a commit carries it over to the file. */
    private static final int CHECKPOINT_PAGES = 4_000;

    private final Path path;

    SqliteFile(Path folder) {
        this.path = folder.resolve(NAME);
    }

    Path path() {
        return path;
    }

    /** Makes an empty file for its owner alone, unless there is one; SQLite gives its own files beside it the same permissions. */
    void create() throws IOException {
        try {
            var unused = Files.createFile(path, OwnerOnly.file(path));
        } catch (FileAlreadyExistsException there) {
            // Whom else its owner lets read it since is the owner's to say.
            return;
        }
    }

    /** FULL: every commit waits until the disk has it. In WAL mode anything less loses what was acknowledged. */
    Session openWriter() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-WRITER_CACHE_KIB);
        config.setPragma(SQLiteConfig.Pragma.JOURNAL_SIZE_LIMIT, "67108864");
        Session session = new Session(connect(config));
        session.run("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
        return session;
    }

    Session openReader() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-READER_CACHE_KIB);
        Session session = new Session(connect(config));
        session.run("PRAGMA mmap_size = " + READER_MAP_BYTES);
        return session;
    }

    private Connection connect(SQLiteConfig config) throws SQLException {
        return config.createConnection("jdbc:sqlite:" + path.toAbsolutePath());
    }
}
