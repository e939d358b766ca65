package dev.mandate.adapters.store.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A writing process whose output the test reads. The test kills it with SIGKILL. */
public final class WriterProcess implements AutoCloseable {

    /** So many promises are heard before a process counts as being under load. */
    private static final int AT_LEAST = 50;

    private final Process process;
    private final Path errors;
    private final Thread listener;
    private final CountDownLatch underLoad = new CountDownLatch(AT_LEAST);

    private WriterProcess(Process process, Path errors, AcknowledgedWrites promises) {
        this.process = process;
        this.errors = errors;
        this.listener = Thread.ofPlatform().start(() -> listen(promises));
    }

    /**
     * Starts one.
     *
     * @param address a folder or a JDBC URL
     * @param first the number of its first thread
     * @param promises hears what it was promised
     */
    public static WriterProcess start(String address, int first, AcknowledgedWrites promises) throws IOException {
        Path errors = Files.createTempFile("victim-", ".err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        WriterMain.class.getName(),
                        address,
                        Integer.toString(first))
                .redirectError(errors.toFile())
                .start();
        return new WriterProcess(process, errors, promises);
    }

    /** The last line may have been cut by the kill, and is heard all the same: a promise counts when its line was whole. */
    private void listen(AcknowledgedWrites promises) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                promises.hear(line);
                underLoad.countDown();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            while (underLoad.getCount() > 0) {
                underLoad.countDown();
            }
        }
    }

    /** Stops it in the middle of what it does (SIGSTOP), or lets it go on (SIGCONT). */
    public void signal(String name) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
        assertEquals(0, exit);
    }

    /** Waits until it writes. */
    public void awaitLoad() throws InterruptedException {
        underLoad.await();
        assertTrue(process.isAlive(), () -> "the victim died early: " + said());
    }

    /** Kills it, and hears the rest of what it has said. */
    public void kill() throws InterruptedException {
        // Through the handle: the process itself would close its output, and we want the rest of it.
        assertTrue(process.toHandle().destroyForcibly());
        listener.join();
        assertEquals(128 + 9, process.waitFor(), this::said);
    }

    private String said() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(errors);
    }
}
