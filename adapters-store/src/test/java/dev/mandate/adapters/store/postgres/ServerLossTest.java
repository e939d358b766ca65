package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.crash.AcknowledgedWrites;
import dev.mandate.adapters.store.crash.WriteLoad;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.testsupport.postgres.PostgresServer;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The database server stops under load, by a shutdown or by SIGKILL of all its processes, and starts again, with {@code fsync}
 * on. Two instances wait for it. Durability after a loss of power depends on the server's {@code fsync} and is not tested.
 */
class ServerLossTest {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final int MORE = 200;
    private static final PostgresTimeouts IMPATIENT = new PostgresTimeouts(
            Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(5));

    private final PostgresServer server =
            Database.required(PostgresServer.start(PostgresServer.Durability.FULL));

    @AfterEach
    void endServer() {
        server.close();
    }

    private PostgresStore open() {
        return PostgresStore.open(Database.settings(server.url()).withTimeouts(IMPATIENT))
                .getOrElseThrow(problem -> new AssertionError(problem.text()));
    }

    @Test
    @Tag("full")
    void acknowledgedWritesSurviveServerLoss() throws Exception {
        loseAndLook(20);
    }

    private void loseAndLook(int times) throws Exception {
        AcknowledgedWrites promises = new AcknowledgedWrites(2 * WriteLoad.THREADS);
        Random random = new Random();
        try (PostgresStore one = open();
                PostgresStore other = open()) {
            WriteLoad first = new WriteLoad(one, 0, promises::hear);
            WriteLoad second = new WriteLoad(other, WriteLoad.THREADS, promises::hear);
            first.start();
            second.start();
            for (int time = 0; time < times; time++) {
                awaitMore(promises);
                Thread.sleep(random.nextInt(200));
                if (time % 2 == 0) {
                    server.kill();
                } else {
                    server.stop();
                }
                assertEquals(Option.none(), server.start());
            }
            awaitMore(promises);
            first.stop();
            second.stop();
            promises.look(one);
            promises.drain(other);
        }
    }

    private static void awaitMore(AcknowledgedWrites promises) throws InterruptedException {
        long before = promises.count();
        while (promises.count() < before + MORE) {
            Thread.sleep(10);
        }
    }

    @Test
    void writesFailFastWhileTheDatabaseIsUnreachable() throws Exception {
        try (PostgresStore store = open()) {
            server.stop();
            assertEquals(Option.some(Effect.NONE), effectOfFailure(store));
            assertEquals(Option.none(), server.start());
            // The pool looks for the database every few seconds.
            for (Option<Effect> fault = effectOfFailure(store); fault.isDefined(); fault = effectOfFailure(store)) {
                assertEquals(Option.some(Effect.NONE), fault);
                Thread.sleep(50);
            }
            assertEquals(1, store.journal().version(ALPHA));
        }
    }

    private static Option<Effect> effectOfFailure(PostgresStore store) {
        try {
            Commit commit = Commit.at(new UnixTime(1)).append(ALPHA, 0, new Payload("text", 1, "{}"));
            assertTrue(store.journal().commit(commit).isRight());
            return Option.none();
        } catch (JournalUnavailableException e) {
            return Option.some(e.effect());
        }
    }
}
