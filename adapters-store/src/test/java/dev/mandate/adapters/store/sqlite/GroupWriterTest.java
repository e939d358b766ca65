package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.testkit.journal.JdbcFaults;
import io.vavr.collection.Array;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;

/** Faults of the disk, and other processes that lock the file. */
@Timeout(60)
class GroupWriterTest {

    @TempDir
    private Path folder = Path.of("");

    private SqliteFile file = new SqliteFile(folder);
    private final JdbcFaults disk = SqliteStores.faults(SQLiteErrorCode.SQLITE_IOERR_FSYNC);

    @BeforeEach
    void make() throws Exception {
        SqliteStores.open(folder).close();
        file = new SqliteFile(folder);
        try (PreparedConnection session = file.openWriter()) {
            session.run("CREATE TABLE t (x INTEGER PRIMARY KEY)");
        }
    }

    private static int insert(GroupWriter writer, int number) {
        return writer.write(writing -> writing.update("INSERT INTO t VALUES (?)", number));
    }

    private static void awaitWritable(GroupWriter writer) {
        while (writer.writability() != Writability.WRITABLE) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aTransactionThatCannotBeginFailsItsWholeGroupAtOnce() throws Exception {
        PreparedConnection session = file.openWriter();
        session.run("PRAGMA busy_timeout = 200");
        try (PreparedConnection other = file.openWriter();
                GroupWriter writer = new GroupWriter(session, file::openWriter);
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            other.run("BEGIN EXCLUSIVE");
            List<Future<Integer>> callers = new ArrayList<>();
            long begun = System.nanoTime();
            for (int i = 0; i < 200; i++) {
                int number = i;
                callers.add(executor.submit(() -> insert(writer, number)));
            }
            for (Future<Integer> caller : callers) {
                JournalUnavailableException busy = assertInstanceOf(
                        JournalUnavailableException.class, assertThrows(ExecutionException.class, caller::get).getCause());
                assertEquals(Effect.NONE, busy.effect());
                assertTrue(String.valueOf(busy.getMessage()).contains("SQLITE_BUSY"), busy::toString);
            }
            // One after the other they would take forty seconds.
            assertTrue(System.nanoTime() - begun < Duration.ofSeconds(10).toNanos());
            assertEquals(Writability.READ_ONLY, writer.writability());
            other.run("ROLLBACK");
            assertEquals(1, insert(writer, 1));
        }
    }

    @Test
    void afterAFaultOfTheDiskTheFileIsOpenedAgainAndHoldsNothingOfTheFailedCommit() throws Exception {
        disk.beforeCommit().arm().run();
        AtomicInteger opened = new AtomicInteger();
        try (GroupWriter writer = new GroupWriter(SqliteStores.writer(file, disk::around), () -> {
            opened.incrementAndGet();
            return SqliteStores.writer(file, disk::around);
        })) {
            JournalUnavailableException fault = assertThrows(JournalUnavailableException.class, () -> insert(writer, 1));
            assertEquals(Effect.UNKNOWN, fault.effect());
            assertEquals(1, insert(writer, 2));
            assertEquals(1, opened.get());
            assertEquals(Array.of(2), writer.write(reading -> reading.query("SELECT x FROM t", row -> row.getInt(1))));
            assertEquals(Writability.READ_ONLY, writer.writability());
            awaitWritable(writer);
        }
    }

    @Test
    void whileTheDiskFailsNothingIsWrittenAndEachCallerHearsOfIt() throws Exception {
        for (int i = 0; i < 3; i++) {
            disk.beforeCommit().arm().run();
        }
        try (GroupWriter writer = new GroupWriter(SqliteStores.writer(file, disk::around), () -> SqliteStores.writer(file, disk::around))) {
            assertEquals(Effect.UNKNOWN, assertThrows(JournalUnavailableException.class, () -> insert(writer, 1)).effect());
            for (int i = 0; i < 2; i++) {
                JournalUnavailableException later = assertThrows(JournalUnavailableException.class, () -> insert(writer, 1));
                assertEquals(Effect.NONE, later.effect());
                assertTrue(String.valueOf(later.getMessage()).contains("a fault of the disk"), later::toString);
            }
            assertEquals(1, insert(writer, 1));
        }
    }
}
