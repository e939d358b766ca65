package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteGuestTest {

    private static final int COMMITS = 200;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aGuestAndTheServerWriteToOneStreamAndLoseNothing() throws Exception {
        try (SqliteStore server = SqliteStore.open(folder).get();
                SqliteGuest guest = SqliteGuest.open(folder).get();
                ExecutorService two = Executors.newFixedThreadPool(2)) {
            Future<Integer> first = two.submit(() -> append(server.journal()));
            Future<Integer> second = two.submit(() -> append(guest.journal()));

            assertEquals(2 * COMMITS, first.get() + second.get());
            assertEquals(2 * COMMITS, server.journal().version(stream()));
            assertEquals(
                    Array.empty(),
                    LogVerifier.verify(server.audit(), Array.empty(), AuditTrust.NONE, () -> new UnixTime(0))
                            .findings());
        }
    }

    @Test
    void theServerSeesAGuestsCommitAtOnce() {
        try (SqliteStore server = SqliteStore.open(folder).get();
                SqliteGuest guest = SqliteGuest.open(folder).get()) {
            assertTrue(guest.journal().commit(event(0)).isRight());

            assertEquals(1, server.journal().version(stream()));
        }
    }

    @Test
    void aGuestMakesNoJournal() {
        assertEquals(
                Either.left(new StoreProblem.Missing(folder.toString())), SqliteGuest.open(folder).map(guest -> "open"));
    }

    /** How often it won, until it has won often enough; whoever lost looks again. */
    private static int append(Journal journal) {
        int won = 0;
        while (won < COMMITS) {
            won += journal.commit(event(journal.version(stream()))).isRight() ? 1 : 0;
        }
        return won;
    }

    private static Commit event(long version) {
        return Commit.at(new UnixTime(1)).append(stream(), version, new Payload("happened", 1, "{}"));
    }

    private static StreamId stream() {
        return new StreamId("thing", "one");
    }
}
