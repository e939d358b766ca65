package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process that receives SIGTERM. */
class StoppingTest {

    /** More lines than a pipe holds, so that the writer of the log waits for a reader. */
    private static final int REQUESTS = 1_000;

    @Test
    void itStopsInTimeWithAnUnreadLogAndNewRequests(@TempDir Path folder) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder)) {
            HttpRequest list = ServeFixture.request(server.port(), "/api/v1/smart-accounts").build();
            for (int i = 0; i < REQUESTS; i++) {
                assertEquals(200, server.client().send(list, HttpResponse.BodyHandlers.discarding()).statusCode());
            }
            Thread load = Thread.ofVirtual().start(() -> askUntilRefused(server, list));

            server.stop();

            load.join(Duration.ofSeconds(15));
        }
    }

    @Test
    @Tag("full")
    void itStopsInTimeWhileAnotherProcessLocksItsJournal(@TempDir Path folder) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder);
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
                Statement statement = other.createStatement()) {
            assertEquals(201, server.create().statusCode());
            statement.execute("BEGIN EXCLUSIVE");
            HttpRequest creation = ServeFixture.creation(server.port());
            for (int i = 0; i < 20; i++) {
                CompletableFuture<HttpResponse<Void>> unused =
                        server.client().sendAsync(creation, HttpResponse.BodyHandlers.discarding());
            }

            server.stop();
        }
    }

    private static void askUntilRefused(ServerProcess server, HttpRequest request) {
        try {
            while (server.client().send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                // A served request is fine.
            }
        } catch (IOException hungUp) {
            // A stopped server is fine too.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
