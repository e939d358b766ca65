package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.testsupport.log.UncaughtExceptions;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opens folders, and checks their content after opening them again. */
class SqliteStoreTest {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final UnixTime NOW = new UnixTime(1_800_000_000);

    @TempDir
    private Path folder = Path.of("");

    private static Payload text(String content) {
        return new Payload("text", 1, content);
    }

    private static Commit append(long version, String content) {
        return Commit.at(NOW).append(ALPHA, version, text(content));
    }

    private static void write(SqliteStore store, Commit commit) {
        assertTrue(store.journal().commit(commit).isRight());
    }

    private void sql(String... statements) {
        SqliteStores.run(folder, statements);
    }

    @Test
    void aStoreThatIsClosedTwiceIsClosedOnce() {
        SqliteStore store = SqliteStores.open(folder);
        write(store, append(0, "one"));
        store.close();
        store.close();
        assertThrows(JournalUnavailableException.class, () -> store.journal().version(ALPHA));
        SqliteStores.open(folder).close();
    }

    @Test
    void aSecondWriterIsRefusedUntilTheFirstHasClosed() {
        try (SqliteStore first = SqliteStores.open(folder)) {
            assertEquals(new StoreProblem.InUse(folder.toString()), SqliteStores.problem(folder));
            write(first, append(0, "still works"));
        }
        try (SqliteStore second = SqliteStores.open(folder)) {
            assertEquals(1, second.journal().version(ALPHA));
        }
    }

    @Test
    void anotherProcessIsKeptOutThoughThisOneTriedTwice() throws Exception {
        try (SqliteStore store = SqliteStores.open(folder)) {
            assertEquals(new StoreProblem.InUse(folder.toString()), SqliteStores.problem(folder));
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            ReadOnlyProbe.class.getName(), folder.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(said.startsWith("store InUse"), said);
            write(store, append(0, "still works"));
        }
    }

    @Test
    void aReaderLooksOnWhileAnotherWrites() {
        try (SqliteStore store = SqliteStores.open(folder);
                StoreReader reader = SqliteReader.open(folder).get()) {
            assertEquals(0, reader.version(ALPHA));
            write(store, append(0, "one"));
            assertEquals(1, reader.version(ALPHA));
        }
    }

    @Test
    void itsFilesAreTheirOwnersAlone() throws Exception {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Path made = folder.resolve("made/by the store");
        try (SqliteStore store = SqliteStores.open(made)) {
            write(store, append(0, "one"));
            for (String name : Array.of("journal.db", "journal.db-wal", "journal.db-shm", "mandate.lock")) {
                assertEquals(
                        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(made.resolve(name)), name);
            }
            assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(made));
        }
    }

    @Test
    void filePermissionsSetByTheOwnerAreKept() throws Exception {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        SqliteStores.open(folder).close();
        Set<PosixFilePermission> groupToo = PosixFilePermissions.fromString("rw-r-----");
        Files.setPosixFilePermissions(folder.resolve("journal.db"), groupToo);

        SqliteStores.open(folder).close();

        assertEquals(groupToo, Files.getPosixFilePermissions(folder.resolve("journal.db")));
    }

    @Test
    void aReaderMakesNothingWhereThereIsNothing() {
        Path nowhere = folder.resolve("nowhere");
        assertEquals(
                new StoreProblem.Missing(nowhere.toString()),
                SqliteReader.open(nowhere).swap().get());
        assertTrue(Files.notExists(nowhere));
    }

    @Test
    void aStoreOfANewerVersionIsLeftAlone() throws Exception {
        SqliteStores.open(folder).close();
        sql("INSERT INTO migration (number, name, checksum) VALUES (2, '0002-later.sql', 'x')");
        StoreProblem newer = new StoreProblem.Newer(folder.toString(), 2, 1);
        assertEquals(newer, SqliteStores.problem(folder));
        assertEquals(newer, SqliteReader.open(folder).swap().get());
    }

    @Test
    void aMigrationThatWasNotOursIsNoticed() throws Exception {
        SqliteStores.open(folder).close();
        sql("UPDATE migration SET checksum = 'x'");
        assertEquals(new StoreProblem.OtherHistory(folder.toString(), 1), SqliteStores.problem(folder));
    }

    @Test
    void anotherApplicationsDatabaseIsLeftAlone() throws Exception {
        sql("CREATE TABLE theirs (x)");
        assertEquals(new StoreProblem.Foreign(folder.toString()), SqliteStores.problem(folder));
    }

    @Test
    void aFileThatIsNotADatabaseIsDamaged() throws Exception {
        Files.writeString(folder.resolve("journal.db"), "this is a text, and long enough for a header\n".repeat(100));
        assertInstanceOf(StoreProblem.Damaged.class, SqliteStores.problem(folder));
        assertInstanceOf(StoreProblem.Damaged.class, SqliteReader.open(folder).swap().get());
    }

    @Test
    void aFileWithAPageOverwrittenIsDamaged() throws Exception {
        try (SqliteStore store = SqliteStores.open(folder)) {
            for (int i = 0; i < 50; i++) {
                write(store, append(i, "x".repeat(1_000)));
            }
        }
        Path file = folder.resolve("journal.db");
        byte[] bytes = Files.readAllBytes(file);
        for (int page = 1; page < 4; page++) {
            bytes[page * 4096] = 0x77;
        }
        Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
        for (StoreProblem problem : Array.of(SqliteStores.problem(folder), SqliteReader.open(folder).getLeft())) {
            assertInstanceOf(StoreProblem.Damaged.class, problem);
            assertEquals(1, problem.text().lines().count(), problem::text);
        }
    }

    @Test
    void aFileThatIsCutOffIsDamaged() throws Exception {
        try (SqliteStore store = SqliteStores.open(folder)) {
            for (int i = 0; i < 50; i++) {
                write(store, append(i, "x".repeat(1_000)));
            }
        }
        Path file = folder.resolve("journal.db");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2), StandardOpenOption.TRUNCATE_EXISTING);
        assertInstanceOf(StoreProblem.Damaged.class, SqliteStores.problem(folder));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "DROP TABLE checkpoint | table checkpoint",
        "DROP TABLE answer | table answer",
        "DROP INDEX outbox_lane | index outbox_lane",
        "ALTER TABLE state_row DROP COLUMN content | table state_row",
        "ALTER TABLE outbox RENAME COLUMN reason TO cause | table outbox"
    })
    void aFileWithAnAlteredSchemaIsDamaged(String change, String named) throws Exception {
        SqliteStores.open(folder).close();
        sql(change);

        for (StoreProblem problem : Array.of(SqliteStores.problem(folder), SqliteReader.open(folder).getLeft())) {
            assertEquals(
                    folder + " is damaged: its " + named + " is missing or altered. Keep it as it is, and restore the newest backup in another place.",
                    problem.text());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "CREATE TRIGGER quiet AFTER INSERT ON event BEGIN DELETE FROM state_row; END | trigger quiet",
        "CREATE VIEW looks AS SELECT * FROM event | view looks",
        "CREATE INDEX event_type ON event (type) | index event_type",
        "CREATE TABLE notes (text TEXT) | table notes"
    })
    void aFileWithSomethingThatIsNotOursIsRefused(String change, String named) throws Exception {
        SqliteStores.open(folder).close();
        sql(change);

        for (StoreProblem problem : Array.of(SqliteStores.problem(folder), SqliteReader.open(folder).getLeft())) {
            assertEquals(
                    folder + " has the " + named + ", which Mandate did not make. Find out who made it, drop it, and run verify-log.",
                    problem.text());
        }
    }

    @Test
    void whatAnalyzeMakesIsAccepted() throws Exception {
        try (SqliteStore store = SqliteStores.open(folder)) {
            write(store, append(0, "one"));
        }
        sql("ANALYZE");
        SqliteStores.open(folder).close();
    }

    @Test
    void aFolderThatCannotBeMadeIsUnusable() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertInstanceOf(StoreProblem.Unusable.class, SqliteStores.problem(file.resolve("below")));
    }

    @Test
    void aClosedStoreIsUnavailable() {
        SqliteStore store = SqliteStores.open(folder);
        store.close();
        JournalUnavailableException write = assertThrows(
                JournalUnavailableException.class, () -> write(store, append(0, "late")));
        assertEquals(JournalUnavailableException.Effect.NONE, write.effect());
        assertThrows(JournalUnavailableException.class, () -> store.journal().version(ALPHA));
    }

    @Test
    void anOutOfMemoryErrorStopsTheStoreAndFailsWaitingCalls() throws Exception {
        SqliteStores.open(folder).close();
        try (UncaughtExceptions mishaps = UncaughtExceptions.kept()) {
            SqliteFile file = new SqliteFile(folder);
            try (GroupWriter writer = new GroupWriter(file.openWriter(), file::openWriter)) {
                JournalUnavailableException inDoubt = assertThrows(
                        JournalUnavailableException.class,
                        () -> writer.write(writing -> {
                            throw new OutOfMemoryError("as if");
                        }));
                assertEquals(JournalUnavailableException.Effect.UNKNOWN, inDoubt.effect());
                JournalUnavailableException later =
                        assertThrows(JournalUnavailableException.class, () -> writer.write(writing -> 1));
                assertEquals(JournalUnavailableException.Effect.NONE, later.effect());
                assertEquals(Writability.READ_ONLY, writer.writability());
            }
            assertEquals("as if", mishaps.caught().single().getMessage());
        }
    }

    @Test
    void workThatFailsFailsAlone() throws Exception {
        SqliteStores.open(folder).close();
        SqliteFile file = new SqliteFile(folder);
        PreparedConnection session = file.openWriter();
        session.run("CREATE TABLE t (x INTEGER PRIMARY KEY)");
        try (GroupWriter writer = new GroupWriter(session, file::openWriter)) {
            Thread[] callers = new Thread[40];
            @Nullable Throwable[] met = new @Nullable Throwable[callers.length];
            for (int i = 0; i < callers.length; i++) {
                int number = i;
                callers[i] = Thread.ofVirtual().start(() -> {
                    try {
                        int made = writer.write(writing -> {
                            // every eighth breaks the primary key after it has written something
                            writing.run("INSERT INTO t VALUES (?)", number);
                            if (number % 8 == 0) {
                                writing.run("INSERT INTO t VALUES (?)", number);
                            }
                            return number;
                        });
                        assertEquals(number, made);
                    } catch (JournalUnavailableException e) {
                        met[number] = e;
                    }
                });
            }
            for (Thread caller : callers) {
                caller.join();
            }
            for (int i = 0; i < callers.length; i++) {
                assertEquals(i % 8 == 0, met[i] != null, "caller " + i);
            }
            assertEquals(
                    Array.range(0, callers.length).filter(i -> i % 8 != 0),
                    writer.write(reading -> reading.query("SELECT x FROM t ORDER BY x", row -> row.getInt(1))));
        }
    }
}
