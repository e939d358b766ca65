package dev.mandate.app.serve;

import static dev.mandate.app.serve.ServeFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.Mandate;
import io.vavr.collection.Array;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Events of a server with a journal on disk. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventsServedTest {

    private static final String EVENTS = "/api/v1/events?limit=100";

    @TempDir
    private Path folder = Path.of("");

    private final InputStream in = System.in;
    private final StringWriter out = new StringWriter();

    @AfterEach
    void restoreInput() {
        System.setIn(in);
    }

    private int mandate(String... arguments) {
        return Mandate.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    @Test
    void theyAreTheSameAfterARestartAndAfterARebuildBesideTheServer() throws IOException, InterruptedException {
        String before;
        try (ServeFixture server = new ServeFixture(folder)) {
            assertEquals(201, server.create().statusCode());
            before = json(server.get(EVENTS)).get("items").toString();
        }
        assertTrue(before.contains("\"account.created\""), before);
        try (ServeFixture server = new ServeFixture(folder)) {
            assertEquals(before, json(server.get(EVENTS)).get("items").toString());

            assertEquals(0, mandate("events", "--rebuild", "--data-dir", folder.toString()), out::toString);

            assertEquals(before, json(server.get(EVENTS)).get("items").toString());
            assertEquals(201, server.create().statusCode());
            Array<Long> positions = Array.ofAll(json(server.get(EVENTS)).get("items")).map(event -> event.get("position").asLong());
            assertEquals(positions.distinct().sorted(), positions);
            assertFalse(json(server.get(EVENTS)).get("items").toString().equals(before));
        }
        assertEquals(0, mandate("verify-log", "--data-dir", folder.toString()), out::toString);
    }

    @Test
    void aCommandFollowsThemUntilTheServerStops() throws Exception {
        CompletableFuture<Integer> following;
        try (ServeFixture server = new ServeFixture(folder)) {
            System.setIn(new ByteArrayInputStream((ServeFixture.TOKEN + "\n").getBytes(StandardCharsets.UTF_8)));
            String url = server.request("/").build().uri().toString();
            following = CompletableFuture.supplyAsync(() -> mandate("events", "--follow", "--url", url));
            assertEquals(201, server.create().statusCode());
            while (!out.toString().contains("account.created")) {
                Thread.sleep(20);
            }
            assertTrue(server.get("/metrics").body().contains("mandate_event_lag_seconds 0.0"));
        }
        assertEquals(1, following.get(30, TimeUnit.SECONDS));
        assertTrue(out.toString().contains("submission.sent"), out::toString);
        assertTrue(out.toString().contains("The server ended the stream."), out::toString);
    }

    /** A tenant may have 16 streams. The server notices the loss of a client when it writes to it. */
    @Test
    void clientsThatAreCutOffTakeNoPlaces() throws IOException {
        try (ServeFixture server = new ServeFixture(folder)) {
            URI url = server.request("/").build().uri();
            for (int client = 0; client < 40; client++) {
                try (Socket socket = new Socket(url.getHost(), url.getPort())) {
                    socket.getOutputStream().write(("GET /api/v1/events/stream HTTP/1.1\r\nhost: here\r\nauthorization: Bearer " + ServeFixture.TOKEN + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
                    BufferedReader answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                    assertEquals("HTTP/1.1 200 OK", answer.readLine(), "client " + client);
                }
            }
        }
    }

    @Test
    void aWrongKeyIsRefusedInWords() throws IOException {
        try (ServeFixture server = new ServeFixture(folder)) {
            System.setIn(new ByteArrayInputStream("another-key\n".getBytes(StandardCharsets.UTF_8)));
            assertEquals(1, mandate("events", "--follow", "--url", server.request("/").build().uri().toString()));
        }
        assertTrue(out.toString().contains("The API key is not known."), out::toString);
    }
}
