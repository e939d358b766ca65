package dev.mandate.adapters.http.jetty;

import static dev.mandate.adapters.http.jetty.Http2Frames.END_HEADERS;
import static dev.mandate.adapters.http.jetty.Http2Frames.HEADERS;
import static dev.mandate.adapters.http.jetty.Http2Frames.SETTINGS;
import static dev.mandate.adapters.http.jetty.Http2Frames.WHOLE_REQUEST;
import static dev.mandate.adapters.http.jetty.Http2Frames.begun;
import static dev.mandate.adapters.http.jetty.Http2Frames.frame;
import static dev.mandate.adapters.http.jetty.Http2Frames.get;
import static dev.mandate.adapters.http.jetty.Http2Frames.post;
import static dev.mandate.adapters.http.jetty.ServerFixture.KEYED;
import static dev.mandate.adapters.http.jetty.ServerFixture.LOOPBACK;
import static dev.mandate.adapters.http.jetty.ServerFixture.opened;
import static dev.mandate.adapters.http.jetty.ServerFixture.read;
import static dev.mandate.adapters.http.jetty.ServerFixture.service;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Thousands of clients without an API key that stall in the middle of their requests. On a machine without other work a client that
 * only looks whether the server lives is answered within a second, a client with a key within two. The bounds here allow for other
 * work: if the server waited for these clients, it would be half a minute.
 */
@Tag("full")
class StalledClientsLoadTest {

    private static final Duration HEALTH = Duration.ofSeconds(5);
    private static final Duration KEYED_CLIENT = Duration.ofSeconds(10);
    private static final Duration OBSERVED = Duration.ofSeconds(10);

    private static final String LIVE = "GET /seen HTTP/1.1\nhost: here\nconnection: close\n\n";
    private static final String FIELDS = KEYED + "connection: close\ncontent-length: 7\n\n{\"a\":1}";
    private static final String STALLED = "POST /keyed/fields HTTP/1.1\nhost: here\ncontent-type: application/json\ncontent-length: 99999\n\n{";

    @Test
    void fortyHttp2ConnectionsOfStreamsWithoutAKey() throws Exception {
        ByteArrayOutputStream streams = new ByteArrayOutputStream();
        byte[] stalled = post("/keyed/fields", Map.of("content-type", "application/json", "content-length", "99999"));
        for (int stream = 1; stream < 256; stream += 2) {
            streams.writeBytes(frame(HEADERS, END_HEADERS, stream, stalled));
        }
        othersAreServed("40 connections of 128 streams", 40, server -> {
            Socket socket = begun(server);
            socket.getOutputStream().write(streams.toByteArray());
            return socket;
        });
    }

    /** Each takes headers, but no part of a page of 20 MB. */
    @Test
    void fortyHttp2ConnectionsThatTakeNoPage() throws Exception {
        ByteArrayOutputStream streams = new ByteArrayOutputStream();
        byte[] emptyWindow = {0, 4, 0, 0, 0, 0};
        streams.writeBytes(frame(SETTINGS, 0, 0, emptyWindow));
        for (int stream = 1; stream < 64; stream += 2) {
            streams.writeBytes(frame(HEADERS, WHOLE_REQUEST, stream, get("/large", Map.of())));
        }
        othersAreServed("40 connections of 32 unread pages", 40, server -> {
            Socket socket = begun(server);
            socket.getOutputStream().write(streams.toByteArray());
            return socket;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {STALLED, "GET /se", "GET /seen HTTP/1.1\nhost: here\n\n"})
    void fourThousandThreeHundredHttp11Connections(String begun) throws Exception {
        othersAreServed("4,300 connections of " + begun.substring(0, 7), 4_300, server -> opened(server, begun));
    }

    private interface Opening {
        Socket open(JettyServer server) throws IOException;
    }

    private static void othersAreServed(String load, int connections, Opening opening) throws Exception {
        List<Socket> clients = new ArrayList<>();
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
            // A server that has just started loads classes and compiles them first.
            assertEquals("HTTP/1.1 200 ", answer(server, FIELDS));
            openAll(connections / 2, server, opening, clients);
            Thread.sleep(5_000);
            closeAll(clients);

            openAll(connections, server, opening, clients);
            Future<Duration> health = others.submit(longest(server, LIVE));
            Future<Duration> keyed = others.submit(longest(server, FIELDS));
            System.out.printf(
                    "%s: health within %d ms, a client with a key within %d ms%n",
                    load, health.get().toMillis(), keyed.get().toMillis());
            assertTrue(health.get().compareTo(HEALTH) < 0, () -> "health " + health.resultNow());
            assertTrue(keyed.get().compareTo(KEYED_CLIENT) < 0, () -> "a client with a key " + keyed.resultNow());
        } finally {
            closeAll(clients);
        }
    }

    private static void openAll(int connections, JettyServer server, Opening opening, List<Socket> clients) throws IOException {
        for (int i = 0; i < connections; i++) {
            clients.add(opening.open(server));
        }
    }

    private static void closeAll(List<Socket> clients) throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        clients.clear();
    }

    /** Returns the longest time of an answer while it asks again and again, each time on a new connection. */
    private static Callable<Duration> longest(JettyServer server, String request) {
        return () -> {
            long begin = System.nanoTime();
            long longest = 0;
            while (System.nanoTime() - begin < OBSERVED.toNanos()) {
                long asked = System.nanoTime();
                assertEquals("HTTP/1.1 200 ", answer(server, request));
                longest = Math.max(longest, System.nanoTime() - asked);
                Thread.sleep(50);
            }
            return Duration.ofNanos(longest);
        };
    }

    private static String answer(JettyServer server, String request) throws IOException {
        try (Socket socket = opened(server, request)) {
            socket.setSoTimeout(60_000);
            return read(socket, 13);
        }
    }
}
