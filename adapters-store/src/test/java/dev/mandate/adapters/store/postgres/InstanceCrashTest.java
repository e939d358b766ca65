package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.crash.AcknowledgedWrites;
import dev.mandate.adapters.store.crash.WriteLoad;
import dev.mandate.adapters.store.crash.WriterProcess;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two processes write to one schema; one is killed (SIGKILL) under load while the other goes on, then the other; and the
 * schema is looked at, again and again.
 */
class InstanceCrashTest {

    private static final int GOES_ON = 50;

    private final Database database = Database.required();
    private final String address = database.freshSchema();
    private final AcknowledgedWrites promises = new AcknowledgedWrites(2 * WriteLoad.THREADS);

    @AfterEach
    void closeAll() {
        database.close();
    }

    @Test
    void whatWasAcknowledgedSurvivesTheDeathOfAnInstanceAndTheOthersGoOn() throws Exception {
        killAndLook(2);
    }

    @Test
    @Tag("slow")
    void whatWasAcknowledgedSurvivesManyDeaths() throws Exception {
        killAndLook(30);
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
