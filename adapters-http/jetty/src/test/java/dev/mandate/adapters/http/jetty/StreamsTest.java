package dev.mandate.adapters.http.jetty;

import static dev.mandate.adapters.http.jetty.ServerFixture.LOOPBACK;
import static dev.mandate.adapters.http.jetty.ServerFixture.OPEN_STREAMS;
import static dev.mandate.adapters.http.jetty.ServerFixture.TOKEN;
import static dev.mandate.adapters.http.jetty.ServerFixture.opened;
import static dev.mandate.adapters.http.jetty.ServerFixture.readAll;
import static dev.mandate.adapters.http.jetty.ServerFixture.service;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.service.InFlightRequests;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that are sent while they come. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StreamsTest {

    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final ServerLimits IMPATIENT = new ServerLimits(SOON, SOON, SOON, NEVER, NEVER, 4);

    private static String request(String method, String query) {
        return method + " /keyed/stream" + query + " HTTP/1.1\nhost: here\nauthorization: Bearer " + TOKEN + "\n\n";
    }

    private static void awaitNoStream() throws InterruptedException {
        while (OPEN_STREAMS.get() > 0) {
            Thread.sleep(10);
        }
    }

    @Test
    void piecesArriveForLongerThanAnyResponseMayTake() throws IOException, InterruptedException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, IMPATIENT);
                Socket socket = opened(server, request("GET", ""))) {
            long until = System.nanoTime() + SOON.multipliedBy(3).toNanos();
            BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            assertEquals("HTTP/1.1 200 OK", lines.readLine());
            do {
                assertTrue(lines.readLine() != null);
            } while (System.nanoTime() < until);
        }
        awaitNoStream();
    }

    @Test
    void aClientThatTakesNoPiecesIsEnded() throws IOException, InterruptedException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, IMPATIENT);
                Socket socket = opened(server, request("GET", "?bytes=1000000"))) {
            assertEquals("HTTP/1.1 200 ", ServerFixture.read(socket, 13));

            awaitNoStream();
        }
    }

    @Test
    void aStoppingServiceEndsStreams() throws IOException, InterruptedException {
        InFlightRequests requests = new InFlightRequests(new SimpleMeterRegistry());
        try (JettyServer server = JettyServer.start(service(requests), LOOPBACK, IMPATIENT);
                Socket socket = opened(server, request("GET", ""))) {
            assertEquals("HTTP/1.1 200 ", ServerFixture.read(socket, 13));
            assertEquals(0, requests.drain(NEVER));

            String rest = readAll(socket);

            assertTrue(rest.endsWith("\r\n0\r\n\r\n"), rest);
        }
        awaitNoStream();
    }

    @Test
    void theHeadOfAStreamHasNoBody() throws IOException, InterruptedException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, IMPATIENT);
                Socket socket = opened(server, request("HEAD", ""))) {
            assertTrue(readAll(socket).endsWith("\r\n\r\n"));
        }
        awaitNoStream();
    }
}
