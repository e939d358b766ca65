package dev.mandate.adapters.store.sqlite;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.ports.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/** Opens connections to the journal's file with their settings. */
final class SqliteFile {

    /** "MNDT": SQLite stores in the file which application owns it. */
    static final int APPLICATION_ID = 0x4d4e4454;

    static final String NAME = "journal.db";
    /** Half of a caller's timeout: if a transaction cannot begin, the next queued task still has time for its own try. */
    private static final int BUSY_MILLIS = 5_000;
    private static final int WRITER_CACHE_KIB = 32 * 1024;
    private static final int READER_CACHE_KIB = 8 * 1024;
    /**
     * Readers use a memory map as large as SQLite allows. Pages cached by the operating system need no system call, so reads
     * stay fast when the file outgrows SQLite's cache. The price: if the disk fails to read a page, the process dies instead of
     * getting an error. The writer has no map.
     */
    private static final long READER_MAP_BYTES = 0x7fff_0000L;
    /** The length of the log, in pages of four kilobytes, at which a commit copies it to the file. */
    private static final int CHECKPOINT_PAGES = 4_000;

    private final Path path;

    SqliteFile(Path folder) {
        this.path = folder.resolve(NAME);
    }

    Path path() {
        return path;
    }

    /**
     * Creates an empty file that only its owner can access, unless it exists. SQLite gives its own files beside it the same
     * permissions.
     */
    void create() throws IOException {
        try {
            var unused = Files.createFile(path, OwnerOnly.file(path));
        } catch (FileAlreadyExistsException there) {
            // The file exists: keep the permissions that its owner has set since.
            return;
        }
    }

    /** FULL: every commit waits until it is on the disk. In WAL mode any lower level can lose acknowledged commits. */
    PreparedConnection openWriter() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-WRITER_CACHE_KIB);
        config.setPragma(SQLiteConfig.Pragma.JOURNAL_SIZE_LIMIT, "67108864");
        PreparedConnection session = new PreparedConnection(connect(config));
        session.run("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
        return session;
    }

    /**
     * As {@link #openWriter}, and from the first transaction on no other connection can read or write. In WAL mode that takes this setting before the
     * first access (sqlite.org/wal.html, section 8).
     */
    PreparedConnection openAlone() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-WRITER_CACHE_KIB);
        PreparedConnection session = new PreparedConnection(connect(config));
        session.run("PRAGMA locking_mode = EXCLUSIVE");
        session.run("PRAGMA synchronous = FULL");
        return session;
    }

    PreparedConnection openReader() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-READER_CACHE_KIB);
        PreparedConnection session = new PreparedConnection(connect(config));
        session.run("PRAGMA mmap_size = " + READER_MAP_BYTES);
        return session;
    }

    private Connection connect(SQLiteConfig config) throws SQLException {
        return config.createConnection("jdbc:sqlite:" + path.toAbsolutePath());
    }
}
