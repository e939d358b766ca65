package dev.mandate.app.histories;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.app.serve.RestartedServer;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.node.ObjectNode;

/** A client of the stream of events, as the HTML Standard describes it (section 9.2). It is cut off at random, and goes on from the last id. */
final class StreamListener implements AutoCloseable {

    private static final int MOST_LINES = 60;
    private static final int PAUSE_MILLIS = 100;

    private final HttpClient http;
    private final RestartedServer server;
    private final Random random;
    private final List<ObjectNode> events = new ArrayList<>();
    private final Thread thread;
    private Option<String> lastId = Option.none();
    private volatile boolean isOpen = true;

    StreamListener(HttpClient http, RestartedServer server, Random random) {
        this.http = http;
        this.server = server;
        this.random = random;
        this.thread = Thread.ofVirtual().start(this::listen);
    }

    private void listen() {
        try {
            while (isOpen) {
                connect();
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void connect() throws InterruptedException {
        var request = server.request("/api/v1/events/stream");
        lastId.forEach(id -> request.header("last-event-id", id));
        try {
            HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                if (response.statusCode() == 200) {
                    read(lines, 1 + random.nextInt(MOST_LINES));
                }
            }
        } catch (IOException cut) {
            // The server stopped, or is stopped.
        }
    }

    private void read(BufferedReader lines, int most) throws IOException {
        String id = "";
        String data = "";
        String line = lines.readLine();
        for (int read = 0; read < most && line != null && isOpen; read++) {
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("data: ")) {
                data = line.substring(6);
            } else if (line.isEmpty()) {
                dispatch(id, data);
                data = "";
            }
            line = lines.readLine();
        }
    }

    private synchronized void dispatch(String id, String data) {
        lastId = id.isEmpty() ? lastId : Option.some(id);
        if (!data.isEmpty()) {
            events.add(Json.parseObject(Bytes.of(data.getBytes(StandardCharsets.UTF_8))).get());
        }
    }

    /** What came so far, with repetitions if there are any. */
    synchronized Array<ObjectNode> events() {
        return Array.ofAll(events);
    }

    @Override
    public void close() {
        isOpen = false;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
