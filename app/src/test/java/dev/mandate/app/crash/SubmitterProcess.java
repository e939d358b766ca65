package dev.mandate.app.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A {@link SubmitterMain} in a process of its own. */
final class SubmitterProcess implements AutoCloseable {

    private static final int KILLED = 128 + 9;

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    private SubmitterProcess(Process process) {
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    static SubmitterProcess start(String store, URI node) throws IOException {
        return new SubmitterProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        SubmitterMain.class.getName(),
                        store,
                        node.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    void say(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
    }

    String answer() throws IOException {
        return String.valueOf(answers.readLine());
    }

    String ask(String command) throws IOException {
        say(command);
        return answer();
    }

    /** Sends SIGKILL. */
    void kill() throws InterruptedException {
        assertTrue(process.toHandle().destroyForcibly());
        assertEquals(KILLED, process.waitFor());
    }

    @Override
    public void close() {
        var unusedHandle = process.destroyForcibly().onExit().join();
    }
}
