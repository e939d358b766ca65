package dev.mandate.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.app.Mandate;
import dev.mandate.app.crash.TestSchema;
import dev.mandate.app.serve.RotationMain;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mandate secret rotate} is killed at every commit, and the next run completes it. */
@Tag("counted")
class RotationKillTest {

    private static final JournalSample SAMPLE = JournalSample.all().last();

    /** So many moments there are at least: the files, the commits and the checkpoints. */
    private static final int LEAST_MOMENTS = 12;

    @TempDir
    private Path data = Path.of("");

    private final StringWriter out = new StringWriter();

    private int mandate(Path folder, Array<String> store, String... command) {
        String[] arguments = Array.of(command).append("--data-dir").append(folder.toString()).appendAll(store).toJavaArray(String[]::new);
        return Mandate.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true)).execute(arguments);
    }

    private int killedAt(int moment, Path folder, Array<String> store) throws Exception {
        Array<String> command = Array.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        RotationMain.class.getName(),
                        folder.toString(),
                        Integer.toString(moment))
                .appendAll(store.drop(1));
        return new ProcessBuilder(command.asJava()).inheritIO().start().waitFor();
    }

    /** Before the journal is rewritten the present secret opens it. After that the command must be run again first. */
    private void assertCompletedAfterKill(int moment, Path folder, Array<String> store) {
        int used = mandate(folder, store, "api-key", "list", "--tenant", "acme");
        assertTrue(used == 0 || out.toString().contains("run mandate secret rotate again"), () -> "moment " + moment + ": " + out);
        assertEquals(0, mandate(folder, store, "secret", "rotate"), () -> "moment " + moment + ": " + out);
        assertEquals(0, mandate(folder, store, "verify-log"), () -> "moment " + moment + ": " + out);
        assertEquals(0, mandate(folder, store, "api-key", "list", "--tenant", "acme"), () -> "moment " + moment + ": " + out);
        assertTrue(Files.notExists(folder.resolve(OperatorSecret.NEXT)));
        out.getBuffer().setLength(0);
    }

    private Path folder(int moment) throws Exception {
        Path folder = Files.createDirectory(data.resolve("moment-" + moment));
        var unused = JournalSample.secret(folder);
        return folder;
    }

    @Test
    void onSqlite() throws Exception {
        int stride = TestExtent.stride(7);
        int exit = RotationMain.KILLED;
        int moment = 1;
        for (; exit == RotationMain.KILLED; moment += stride) {
            Path folder = folder(moment);
            SAMPLE.restoreInto(folder);
            exit = killedAt(moment, folder, Array.empty());
            assertCompletedAfterKill(moment, folder, Array.empty());
        }
        assertEquals(0, exit);
        assertTrue(moment > LEAST_MOMENTS);
    }

    @Test
    void onPostgres() throws Exception {
        int stride = TestExtent.stride(11);
        int exit = RotationMain.KILLED;
        int moment = 1;
        for (; exit == RotationMain.KILLED; moment += stride) {
            try (TestSchema schema = TestSchema.make()) {
                Path folder = folder(moment);
                SAMPLE.restoreInto(schema.url());
                Array<String> store = Array.of("--store", schema.url());
                exit = killedAt(moment, folder, store);
                assertCompletedAfterKill(moment, folder, store);
            }
        }
        assertEquals(0, exit);
        assertTrue(moment > LEAST_MOMENTS);
    }
}
