package dev.mandate.adapters.http.jetty;

import static dev.mandate.adapters.http.jetty.ServerFixture.KEYED;
import static dev.mandate.adapters.http.jetty.ServerFixture.LOOPBACK;
import static dev.mandate.adapters.http.jetty.ServerFixture.asked;
import static dev.mandate.adapters.http.jetty.ServerFixture.opened;
import static dev.mandate.adapters.http.jetty.ServerFixture.read;
import static dev.mandate.adapters.http.jetty.ServerFixture.readAll;
import static dev.mandate.adapters.http.jetty.ServerFixture.send;
import static dev.mandate.adapters.http.jetty.ServerFixture.service;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.openapi.RecordedConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that keep the server waiting, and more clients than it accepts at a time. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlowClientsTest {

    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final String REQUEST = "GET /seen HTTP/1.1\nhost: here\n\n";
    private static final String KEYED_REQUEST = KEYED + "content-length: 2\n\n{}";
    private static final String KEYLESS_BODY_BEGUN =
            "POST /keyed/fields HTTP/1.1\nhost: here\ncontent-type: application/json\ncontent-length: 99999\n\n{";
    private static final String BODY_BEGUN = KEYED + "content-length: 99999\n\n{";
    private static final String CHUNK_BEGUN = KEYED + "transfer-encoding: chunked\n\n1";

    @ParameterizedTest
    @ValueSource(strings = {BODY_BEGUN, CHUNK_BEGUN})
    void aBodyThatArrivesByteByByteIsRefusedInTime(String begun) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, stalling(SOON));
                Socket socket = opened(server, begun)) {
            String answer = trickling(socket);

            assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
            assertTrue(answer.contains("request_timeout"), answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET /se", "GET /seen HTTP/1.1\nhost: here\nx-long: "})
    void aConnectionIsClosedIfAHeadArrivesByteByByte(String begun) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, idling(SOON));
                Socket socket = opened(server, begun)) {
            assertEquals("", trickling(socket));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET /se", BODY_BEGUN, CHUNK_BEGUN, "PRI * HTTP/2.0\n\nSM\n\n"})
    void aConnectionIsClosedIfItsClientFallsSilent(String begun) throws IOException {
        ServerLimits limits = new ServerLimits(SOON, SOON, SOON, NEVER, NEVER, ConnectionLimit.MAX);
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, limits);
                Socket socket = opened(server, begun)) {
            assertTrue(isClosed(socket));
        }
    }

    @Test
    void aRequestThatTakesTheServerLongIsAnswered() throws IOException {
        ServerLimits limits = new ServerLimits(SOON, SOON, SOON, SOON, NEVER, 1);
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, limits);
                Socket socket = opened(server, "GET /slow HTTP/1.1\nhost: here\nconnection: close\n\n")) {
            String answer = readAll(socket);

            assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        }
    }

    @Test
    void idleClientsMakeRoom() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, crowded(SOON, 3))) {
            List<Socket> idle = openedOften(server, KEYED_REQUEST, 9);

            RecordedConnection said = asked(server, REQUEST);

            assertEquals(200, said.answers().single().status(), said::toString);
            closeAll(idle);
        }
    }

    /** Whether they send nothing, something, everything, or take no response. */
    @ParameterizedTest
    @ValueSource(strings = {"", "GET /se", REQUEST, KEYLESS_BODY_BEGUN, "GET /large HTTP/1.1\nhost: here\n\n", "PRI * HTTP/2.0\n\nSM\n\n"})
    void clientsWithoutAKeyMakeRoomBeforeOthers(String begun) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, crowded(NEVER, 16))) {
            List<Socket> kept = openedOften(server, KEYED_REQUEST, 8);
            for (Socket socket : kept) {
                assertEquals("HTTP/1.1 200 ", read(socket, 13));
            }
            List<Socket> without = openedOften(server, begun, 40);

            RecordedConnection said = asked(server, REQUEST);

            assertEquals(200, said.answers().single().status(), said::toString);
            for (Socket socket : kept) {
                send(socket, "GET /seen HTTP/1.1\nhost: here\nconnection: close\n\n");
                assertTrue(readAll(socket).contains("HTTP/1.1 200 "));
            }
            closeAll(without);
        }
    }

    @Test
    void aClientWithoutAKeyKeepsItsConnectionWhileThereIsRoom() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, crowded(SOON, 16));
                Socket kept = opened(server, REQUEST)) {
            List<Socket> others = openedOften(server, "", 12);
            assertEquals("HTTP/1.1 200 ", read(kept, 13));
            assertThrows(SocketTimeoutException.class, () -> {
                kept.setSoTimeout(1_000);
                readAll(kept);
            });
            closeAll(others);
        }
    }

    @Test
    void clientsThatSendByteByByteMakeRoom() throws Exception {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, crowded(SOON, 2))) {
            List<Socket> slow = openedOften(server, "GET /se", 2);
            List<Thread> senders = slow.stream()
                    .map(socket -> Thread.startVirtualThread(() -> tricklingUnlessCutOff(socket)))
                    .toList();

            RecordedConnection said = asked(server, REQUEST);

            assertEquals(200, said.answers().single().status(), said::toString);
            closeAll(slow);
            for (Thread sender : senders) {
                sender.join();
            }
        }
    }

    @Test
    void aClientInGoodStandingKeepsItsConnectionWhileOthersAreServedInTurn() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, crowded(NEVER, 2));
                Socket kept = opened(server, KEYED_REQUEST)) {
            assertEquals("HTTP/1.1 200 ", read(kept, 13));
            for (int i = 0; i < 3; i++) {
                assertEquals(200, asked(server, REQUEST).answers().single().status());
            }

            send(kept, "GET /seen HTTP/1.1\nhost: here\nconnection: close\n\n");

            String rest = readAll(kept);
            assertTrue(rest.contains("HTTP/1.1 200 "), rest);
        }
    }

    @Test
    @Tag("full")
    void theServerStopsWhileClientsWaitToBeAccepted() throws Exception {
        List<Socket> clients;
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, crowded(NEVER, 1))) {
            clients = openedOften(server, "", 4);
        }
        int open = 0;
        for (Socket client : clients) {
            open += isClosed(client) ? 0 : 1;
        }
        // A connection that Jetty has just accepted but not registered stays open until the process ends.
        assertTrue(open <= 1, open + " clients are left open");
        closeAll(clients);
    }

    /** The client sends requests but reads nothing, so a response stays in the server. */
    @Test
    void aClientThatTakesNoResponsesIsDisconnected() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, transferring(SOON));
                Socket deaf = opened(server, "")) {
            assertThrows(SocketException.class, () -> {
                while (true) {
                    send(deaf, "GET /large HTTP/1.1\nhost: here\n\n".repeat(100));
                }
            });
        }
    }

    /** Jetty's idle timeout counts each received byte as progress. */
    @Tag("full")
    @Test
    void aClientThatTakesAResponseSlowlyIsDisconnected() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, transferring(Duration.ofSeconds(1)));
                Socket slow = opened(server, "GET /large HTTP/1.1\nhost: here\n\n")) {
            int taken = 0;
            try {
                while (slow.getInputStream().readNBytes(40_000).length == 40_000) {
                    taken += 40_000;
                    Thread.sleep(50);
                }
            } catch (SocketException cutOff) {
                taken++;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertTrue(taken < 20_000_000, () -> "all was taken");
        }
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            var unused = readAll(socket);
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (SocketException cutOff) {
            return true;
        }
    }

    /** Returns the server's answer while bytes are sent one by one, until it closes the connection. */
    private static String trickling(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        while (true) {
            try {
                socket.getInputStream().transferTo(answer);
                return answer.toString(StandardCharsets.UTF_8);
            } catch (SocketTimeoutException waiting) {
                send(socket, "1");
            } catch (SocketException cutOff) {
                return answer.toString(StandardCharsets.UTF_8);
            }
        }
    }

    private static void tricklingUnlessCutOff(Socket socket) {
        try {
            assertEquals("", trickling(socket));
        } catch (IOException cutOff) {
            return;
        }
    }

    private static List<Socket> openedOften(JettyServer server, String begun, int times) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            sockets.add(opened(server, begun));
        }
        return sockets;
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static ServerLimits idling(Duration idle) {
        return new ServerLimits(idle, NEVER, NEVER, NEVER, NEVER, ConnectionLimit.MAX);
    }

    private static ServerLimits stalling(Duration stall) {
        return new ServerLimits(NEVER, stall, NEVER, NEVER, NEVER, ConnectionLimit.MAX);
    }

    private static ServerLimits transferring(Duration transfer) {
        return new ServerLimits(NEVER, NEVER, transfer, NEVER, NEVER, ConnectionLimit.MAX);
    }

    private static ServerLimits crowded(Duration crowded, int connections) {
        return new ServerLimits(NEVER, NEVER, NEVER, crowded, NEVER, connections);
    }
}
