package dev.mandate.app.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.app.DocumentedClient;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoEnvironmentTest {

    /** The time for a thread to end. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void noPortAndNoThreadIsLeftBehind(@TempDir Path folder) throws Exception {
        // Excludes threads that a process starts once and keeps: the JDK's own.
        try (DemoEnvironment first = open(folder.resolve("first"))) {
            assertEquals(200, visit(first).status());
        }
        Set<Thread> before = threads();
        DemoEnvironment environment = open(folder.resolve("second"));
        int port = environment.port();
        try (environment) {
            assertEquals(200, visit(environment).status());
        }
        environment.close();

        assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
        Set<Thread> left = threads();
        left.removeAll(before);
        for (Thread thread : left) {
            thread.join(PATIENCE);
        }
        left.removeIf(thread -> !thread.isAlive());
        assertEquals(List.of(), left.stream().map(Thread::getName).toList());
    }

    private static DemoReply visit(DemoEnvironment environment) {
        try (DemoClient client = environment.client(DocumentedClient.client(DocumentedClient.check()))) {
            return client.send(DemoCall.get("/api/v1/service"));
        }
    }

    private static DemoEnvironment open(Path folder) throws IOException {
        return DemoEnvironment.open(folder, DemoEnvironment.Retention.TEMPORARY, Option.none(), "test").getOrElseThrow(problem -> new AssertionError(problem));
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }
}
