package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.crash.AcknowledgedWrites;
import dev.mandate.adapters.store.crash.WriteLoad;
import dev.mandate.adapters.store.crash.WriterProcess;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed (SIGKILL) under load repeatedly, and its folder is checked each time. This tests durability after the
 * death of a process. Durability after a loss of power depends on SQLite's {@code synchronous=FULL} and is not tested.
 */
class CrashTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void acknowledgedWritesSurviveAKillWithoutDuplicates() throws Exception {
        killAndLook(3);
    }

    @Test
    @Tag("full")
    void acknowledgedWritesSurviveManyKills() throws Exception {
        killAndLook(60);
    }

    private void killAndLook(int rounds) throws Exception {
        AcknowledgedWrites promises = new AcknowledgedWrites(WriteLoad.THREADS);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            try (WriterProcess victim = WriterProcess.start(folder.toString(), 0, promises)) {
                victim.awaitLoad();
                assertEquals(new StoreProblem.InUse(folder.toString()), SqliteStores.problem(folder));
                Thread.sleep(random.nextInt(400));
                victim.kill();
            }
            try (SqliteStore store = SqliteStores.open(folder)) {
                promises.look(store);
            } catch (AssertionError e) {
                throw new AssertionError("in round " + round + " with seed " + seed, e);
            }
        }
        try (SqliteStore store = SqliteStores.open(folder)) {
            promises.drain(store);
        }
    }
}
