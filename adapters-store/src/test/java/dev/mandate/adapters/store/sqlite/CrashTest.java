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
 * A process is killed (SIGKILL) under load again and again, and its folder looked at each time. This shows what survives the
 * death of a process; what survives the loss of power rests on SQLite's {@code synchronous=FULL}.
 */
class CrashTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatWasAcknowledgedSurvivesAKillAndNothingIsDoubled() throws Exception {
        killAndLook(3);
    }

    @Test
    @Tag("slow")
    void whatWasAcknowledgedSurvivesManyKills() throws Exception {
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
