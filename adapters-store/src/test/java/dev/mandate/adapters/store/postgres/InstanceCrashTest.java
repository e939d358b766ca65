package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.crash.AcknowledgedWrites;
import dev.mandate.adapters.store.crash.WriteLoad;
import dev.mandate.adapters.store.crash.WriterProcess;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two processes write to one schema. One of them is killed (SIGKILL) under load while the other continues, then the other one.
 * The test checks the schema repeatedly.
 */
class InstanceCrashTest {

    private static final int GOES_ON = 50;
    private static final int STOPS = 4;

    private final Database database = Database.required();
    private final String address = database.freshSchema();
    private final AcknowledgedWrites promises = new AcknowledgedWrites(2 * WriteLoad.THREADS);

    @AfterEach
    void closeAll() {
        database.close();
    }

    @Test
    @Tag("full")
    void acknowledgedWritesSurviveManyCrashes() throws Exception {
        killAndLook(30);
    }

    /** Under load an instance is in the middle of a commit most of the time. */
    @Tag("full")
    @Test
    void anInstanceThatIsStoppedHoldsUpNoCommitOfAnotherOneLongerThanAStatementMayTake() throws Exception {
        StreamId own = new StreamId("account", "not-stopped");
        Payload payload = new Payload("text", 1, "{}");
        try (PostgresStore store = database.store(address);
                WriterProcess other = WriterProcess.start(address, 0, promises)) {
            for (int round = 0; round < STOPS; round++) {
                long before = promises.count();
                while (promises.count() < before + GOES_ON) {
                    Thread.sleep(10);
                }
                other.signal("STOP");
                long begun = System.nanoTime();
                assertTrue(store.journal().commit(Commit.at(new UnixTime(round)).append(own, round, payload)).isRight());
                Duration taken = Duration.ofNanos(System.nanoTime() - begun);
                assertTrue(taken.compareTo(PostgresTimeouts.DEFAULT.statement()) < 0, taken::toString);
                other.signal("CONT");
            }
            other.kill();
        }
    }

    private void killAndLook(int rounds) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            try (WriterProcess first = WriterProcess.start(address, 0, promises);
                    WriterProcess second = WriterProcess.start(address, WriteLoad.THREADS, promises)) {
                first.awaitLoad();
                second.awaitLoad();
                Thread.sleep(random.nextInt(400));
                first.kill();
                long atFirstDeath = promises.count();
                while (promises.count() < atFirstDeath + GOES_ON) {
                    Thread.sleep(10);
                }
                second.kill();
            }
            try (PostgresStore store = Database.open(address)) {
                promises.look(store);
            } catch (AssertionError e) {
                throw new AssertionError("in round " + round + " with seed " + seed, e);
            }
        }
        try (PostgresStore store = Database.open(address)) {
            promises.drain(store);
        }
    }
}
