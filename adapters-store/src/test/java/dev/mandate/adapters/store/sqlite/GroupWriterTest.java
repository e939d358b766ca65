package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.Writability;
import io.vavr.collection.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
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
import org.sqlite.SQLiteException;

/** Faults of the disk, and other processes that lock the file. */
@Timeout(60)
class GroupWriterTest {

    @TempDir
    private Path folder = Path.of("");

    private SqliteFile file = new SqliteFile(folder);

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
        AtomicInteger failing = new AtomicInteger(1);
        AtomicInteger opened = new AtomicInteger();
        try (GroupWriter writer = new GroupWriter(failingSession(failing), () -> {
            opened.incrementAndGet();
            return failingSession(failing);
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
        AtomicInteger failing = new AtomicInteger(3);
        try (GroupWriter writer = new GroupWriter(failingSession(failing), () -> failingSession(failing))) {
            assertEquals(Effect.UNKNOWN, assertThrows(JournalUnavailableException.class, () -> insert(writer, 1)).effect());
            for (int i = 0; i < 2; i++) {
                JournalUnavailableException later = assertThrows(JournalUnavailableException.class, () -> insert(writer, 1));
                assertEquals(Effect.NONE, later.effect());
                assertTrue(String.valueOf(later.getMessage()).contains("fsync"), later::toString);
            }
            assertEquals(1, insert(writer, 1));
        }
    }

    /** Fails at as many commits as {@code failing} says, as a disk does that does not confirm a write. */
    private PreparedConnection failingSession(AtomicInteger failing) throws SQLException {
        Connection real = file.openWriter().connection();
        return new PreparedConnection((Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")
                            && arguments[0].equals("COMMIT")
                            && failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        throw new SQLiteException("fsync", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
