package dev.mandate.app.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.app.Documented;
import dev.mandate.testsupport.openapi.OpenApiCheck;
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

class VenueTest {

    /** For a thread that was told to end. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final OpenApiCheck check = Documented.check();

    @Test
    void noPortAndNoThreadIsLeftBehind(@TempDir Path folder) throws Exception {
        // What a process starts once and keeps: the JDK's own threads.
        assertEquals(200, visit(folder.resolve("first")).status());
        Set<Thread> before = threads();
        Venue venue = open(folder.resolve("second"));
        int port = venue.port();
        try (Client client = venue.client(Documented.client(check))) {
            assertEquals(200, client.send(DemoCall.get("/api/v1/service")).status());
        }

        venue.close();
        venue.close();

        assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
        Set<Thread> left = threads();
        left.removeAll(before);
        for (Thread thread : left) {
            thread.join(PATIENCE);
        }
        left.removeIf(thread -> !thread.isAlive());
        assertEquals(List.of(), left.stream().map(Thread::getName).toList());
    }

    @Test
    void whoeverHasNoApiKeyIsNotServed(@TempDir Path folder) throws Exception {
        try (Venue venue = open(folder);
                Client client = venue.client(Documented.client(check))) {
            assertEquals(401, client.sendUnauthenticated(DemoCall.get("/api/v1/service")).status());
        }
    }

    private DemoReply visit(Path folder) throws IOException {
        try (Venue venue = open(folder);
                Client client = venue.client(Documented.client(check))) {
            return client.send(DemoCall.get("/api/v1/service"));
        }
    }

    private static Venue open(Path folder) throws IOException {
        return Venue.open(folder, Venue.Kept.FOR_NOW, "test").getOrElseThrow(problem -> new AssertionError(problem));
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }
}
