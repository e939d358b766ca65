package dev.mandate.adapters.http.helidon;

import static dev.mandate.adapters.http.helidon.Stand.HERE;
import static dev.mandate.adapters.http.helidon.Stand.asked;
import static dev.mandate.adapters.http.helidon.Stand.read;
import static dev.mandate.adapters.http.helidon.Stand.service;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.openapi.Connection;
import io.vavr.collection.Array;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who keeps the server waiting, for a request, for the rest of one or with an answer in its hand; and who wants their place. */
class PatienceTest {

    /** One byte is sent, and another each time that the server has waited for longer than it may. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /se",
                "POST /seen HTTP/1.1\r\nhost: here\r\ncontent-length: 9999999\r\n\r\n{",
                "POST /seen HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n1"
            })
    void aRequestThatTricklesIsNotWaitedForForEver(String beginning) throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE, hasty(Duration.ofDays(1)), Places.MOST);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.UTF_8));

            String answer = trickled(socket);

            assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
            assertTrue(answer.contains("request_timeout"), answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET /se", "POST /seen HTTP/1.1\r\nhost: here\r\ncontent-length: 9999999\r\n\r\n{"})
    void aClientThatFallsSilentIsHungUpOn(String beginning) throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE, hasty(Duration.ofMillis(1)), Places.MOST);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);

            assertTrue(isHungUpOn(socket, beginning));
        }
    }

    @Test
    void whoNeverSaysAWordMakesRoom() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE, crowded(Duration.ofDays(1)), 3)) {
            Array<Socket> idle = Array.fill(9, () -> beginning(server, ""));

            Connection said = asked(server, "GET /seen HTTP/1.1\nhost: here\n\n");

            assertEquals(200, said.answers().single().status(), said::toString);
            closeAll(idle);
        }
    }

    /** To hang up on them would be to lose the request that they may have sent already. */
    @Test
    void whoWasAnsweredAMomentAgoStays() throws IOException {
        String request = "GET /seen HTTP/1.1\r\nhost: here\r\n\r\n";
        try (HelidonServer server = HelidonServer.start(service(), HERE, crowded(Duration.ofDays(1)), 2);
                Socket kept = beginning(server, request)) {
            assertEquals("HTTP/1.1 200 ", read(kept, 13));
            for (int i = 0; i < 3; i++) {
                assertEquals(200, asked(server, "GET /seen HTTP/1.1\nhost: here\n\n").answers().single().status());
            }

            kept.getOutputStream().write(request.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));

            String rest = new String(kept.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(rest.contains("HTTP/1.1 200 "), rest);
        }
    }

    @Test
    void whoSendsSlowlyMakesRoom() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE, crowded(Duration.ofMillis(1)), 3)) {
            Array<Socket> slow = Array.fill(6, () -> beginning(server, "GET /se"));

            Connection said = asked(server, "GET /seen HTTP/1.1\nhost: here\n\n");

            assertEquals(200, said.answers().single().status(), said::toString);
            closeAll(slow);
        }
    }

    @Test
    void whoeverHasTheLastPlaceLeavesItWithTheAnswer() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE, crowded(Duration.ofDays(1)), 2);
                Socket busy = letIn(server)) {
            for (int i = 0; i < 3; i++) {
                try (Socket last = beginning(server, "GET /seen HTTP/1.1\r\nhost: here\r\n\r\n")) {
                    String answer = new String(last.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
                    assertTrue(answer.contains("Connection: close\r\n"), answer);
                }
            }
            busy.getOutputStream().write("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
            assertEquals("HTTP/1.1 200 ", read(busy, 13));
        }
    }

    @Test
    void itStopsWhileSomeWaitToBeLetIn() throws Exception {
        Array<Socket> clients;
        try (HelidonServer server = HelidonServer.start(service(), HERE, crowded(Duration.ofDays(1)), 1)) {
            clients = Array.of(letIn(server));
            clients = clients.appendAll(Array.fill(3, () -> beginning(server, "GET /seen HTTP/1.1\r\nhost: here\r\n\r\n")));
        }
        for (Socket client : clients.tail()) {
            assertTrue(isHungUpOn(client, ""));
        }
        closeAll(clients);
    }

    /** They ask and ask, and the server's thread waits with an answer in its hand that nobody takes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoTakesNoAnswersIsNotWaitedForForEver(int places) throws IOException {
        Duration ever = Duration.ofDays(1);
        Duration soon = Duration.ofMillis(1);
        Intake.Bounds bounds = places == 1
                ? new Intake.Bounds(ever, ever, ever, soon, Long.MAX_VALUE)
                : new Intake.Bounds(ever, soon, ever, ever, Long.MAX_VALUE);
        try (HelidonServer server = HelidonServer.start(service(), HERE, bounds, places);
                Socket deaf = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            byte[] requests = "GET /large HTTP/1.1\r\nhost: here\r\n\r\n".repeat(100).getBytes(StandardCharsets.UTF_8);

            assertThrows(SocketException.class, () -> {
                while (true) {
                    deaf.getOutputStream().write(requests);
                }
            });
        }
    }

    /**
     * Whoever is slower than the server finds the connection closed when they would still write, or cut off. A server so slow that the
     * request's time is over before it waits for the rest says so first.
     */
    private static boolean isHungUpOn(Socket socket, String beginning) throws IOException {
        try {
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.UTF_8));
            String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return said.isEmpty() || said.startsWith("HTTP/1.1 408 ");
        } catch (SocketException cutOff) {
            return true;
        }
    }

    private static String trickled(Socket socket) throws IOException {
        socket.setSoTimeout(1_000);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        while (true) {
            try {
                socket.getInputStream().transferTo(answer);
                return answer.toString(StandardCharsets.UTF_8);
            } catch (SocketTimeoutException waiting) {
                socket.getOutputStream().write('1');
            }
        }
    }

    private static Socket beginning(HelidonServer server, String beginning) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.UTF_8));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Somebody who is about to send a body: it is asked for once they are in. */
    private static Socket letIn(HelidonServer server) throws IOException {
        Socket socket = beginning(
                server,
                """
                GET /fields HTTP/1.1
                host: here
                content-type: application/json
                content-length: 7
                expect: 100-continue

                """
                        .replace("\n", "\r\n"));
        String asked = "HTTP/1.1 100 Continue\r\n\r\n";
        assertEquals(asked, read(socket, asked.length()));
        return socket;
    }

    private static void closeAll(Array<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Who keeps the server waiting may do so for ever, but for {@code crowded} only if others may want the place. */
    private static Intake.Bounds crowded(Duration crowded) {
        Duration ever = Duration.ofDays(1);
        return new Intake.Bounds(ever, ever, ever, crowded, 1_000_000);
    }

    /** A request must come within a millisecond; with nothing at all, a client may keep the server waiting for {@code silence}. */
    private static Intake.Bounds hasty(Duration silence) {
        return new Intake.Bounds(silence, Duration.ofMillis(1), silence, silence, 1_000_000);
    }
}
