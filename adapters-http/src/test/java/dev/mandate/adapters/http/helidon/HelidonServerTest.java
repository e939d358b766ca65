package dev.mandate.adapters.http.helidon;

import static dev.mandate.adapters.http.helidon.Stand.HERE;
import static dev.mandate.adapters.http.helidon.Stand.asked;
import static dev.mandate.adapters.http.helidon.Stand.read;
import static dev.mandate.adapters.http.helidon.Stand.service;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.openapi.Connection;
import dev.mandate.adapters.http.openapi.Documented;
import dev.mandate.adapters.http.service.Traffic;
import dev.mandate.testkit.openapi.Exchange;
import dev.mandate.testkit.told.LogEar;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The server itself, asked over a socket of its own. */
class HelidonServerTest {

    @Test
    void whatIsNoHttpIsRefusedAsEverythingElseIs() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = Connection.to(
                    server.port(), "GET / HTTP/1.1\r\nhost: here\r\nno field\r\n\r\n".getBytes(StandardCharsets.UTF_8));

            Exchange.Answer answer = said.answers().single();
            Documented.check().holdRefusal(answer);
            ObjectNode body = Json.parseObject(answer.body()).get();
            assertEquals(400, answer.status(), said::toString);
            assertEquals("malformed_request", body.get("code").stringValue());
            assertEquals(answer.requestId(), body.get("request_id").stringValue());
        }
    }

    @Test
    void whatBreaksWhileARequestIsAnsweredIsNoFaultOfTheClients() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = asked(server, "GET /broken HTTP/1.1\nhost: here\n\nGET /seen HTTP/1.1\nhost: here\nconnection: close\n\n");

            Exchange.Answer answer = said.answers().head();
            Documented.check().holdRefusal(answer);
            assertEquals(500, answer.status(), said::toString);
            assertEquals("internal", Json.parseObject(answer.body()).get().get("code").stringValue());
            assertEquals(1, said.answers().size(), said::toString);
        }
    }

    @Test
    void aTargetThatIsAWholeUriIsTakenByItsPath() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            for (String target : Array.of("/seen", "http://here/seen", "HTTPS://here:8080/seen?query=1")) {
                Connection said = Connection.to(
                        server.port(),
                        ("GET " + target + " HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.UTF_8));

                Exchange.Answer answer = said.answers().single();
                assertEquals(200, answer.status(), said::toString);
                assertEquals("/seen", new String(answer.body().toArray(), StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void aBodyThatIsCompressedIsRefusedAndTheNextRequestTaken() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = asked(
                    server,
                    """
                    GET /fields HTTP/1.1
                    host: here
                    content-type: application/json
                    content-encoding: gzip
                    content-length: 2

                    xyGET /fields HTTP/1.1
                    host: here
                    content-type: application/json
                    content-length: 7
                    connection: close

                    {"a":1}""");

            assertEquals(Array.of(415, 200), said.answers().map(Exchange.Answer::status), said::toString);
            Documented.check().holdRefusal(said.answers().head());
        }
    }

    @Test
    void toHeadItSendsNoBodyAndTheLengthOfThatOfGet() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = asked(
                    server,
                    """
                    HEAD /seen HTTP/1.1
                    host: here

                    HEAD /nothing HTTP/1.1
                    host: here
                    connection: close

                    """);

            String[] answers = said.toString().split("(?=HTTP/1\\.1 )", -1);
            assertEquals(2, Array.of(answers).count(answer -> answer.endsWith("\r\n\r\n")), said::toString);
            assertTrue(said.toString().contains("HTTP/1.1 200 "), said::toString);
            assertTrue(said.toString().toLowerCase(Locale.ROOT).contains("content-length: 5\r\n"), said::toString);
            assertTrue(said.toString().contains("HTTP/1.1 404 "), said::toString);
        }
    }

    /** Each of them is the size of a chunk to somebody, and what follows it then a request to whoever does not know how long the chunk is. */
    @ParameterizedTest
    @ValueSource(strings = {"zz", " 5", "5 ", "0x5", "-1", "+", "+5", "+0", "", "5;ext=1", "5 ;ext=1", "ffffffffffffffff"})
    void nothingIsReadBehindAChunkWithoutASize(String size) throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = asked(
                    server,
                    """
                    POST /seen HTTP/1.1
                    host: here
                    transfer-encoding: chunked

                    %s

                    GET /seen HTTP/1.1
                    host: here

                    0

                    GET /seen HTTP/1.1
                    host: here

                    """
                            .formatted(size));

            Exchange.Answer answer = said.answers().single();
            Documented.check().holdRefusal(answer);
            assertEquals(400, answer.status(), said::toString);
            assertTrue(said.toString().contains("Connection: close"), said::toString);
        }
    }

    @Test
    void aHeaderHasAName() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = asked(server, "GET /seen HTTP/1.1\nhost: here\n: x\n\n");

            assertEquals(400, said.answers().single().status(), said::toString);
        }
    }

    /** Two bytes behind a chunk that are no line's end are the next request's first to somebody else. */
    @ParameterizedTest
    @ValueSource(strings = {"XX", "\n\n", "\rX", "X\n", "0\r", "\r\r"})
    void nothingIsReadBehindAChunkThatDoesNotEnd(String end) throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = Connection.to(
                    server.port(),
                    ("POST /seen HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}" + end
                                    + "0\r\n\r\nGET /seen HTTP/1.1\r\nhost: here\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));

            Exchange.Answer answer = said.answers().single();
            Documented.check().holdRefusal(answer);
            assertEquals(400, answer.status(), said::toString);
            assertTrue(said.toString().contains("Connection: close"), said::toString);
        }
    }

    @Test
    void aChunkWithoutASizeIsRefusedAtOnce() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("POST /seen HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"
                            .getBytes(StandardCharsets.UTF_8));

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
        }
    }

    @Test
    void aClientThatWishesToCloseIsAnsweredOnce() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            String one = "GET /seen HTTP/1.1\r\nhost: here\r\n";
            String last = one + "connection: x, Close\r\n";
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream()
                        .write((one + "\r\n" + last + "\r\n" + one + "\r\n").getBytes(StandardCharsets.UTF_8));

                String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

                assertEquals(2, answers.split("HTTP/1\\.1 200 ", -1).length - 1, answers);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/seen?x=%zz", "/%zz", "/se\u0001en"})
    void toHeadItSendsNoBodyEvenWhereThereIsNoTarget(String target) throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = Connection.to(
                    server.port(), ("HEAD " + target + " HTTP/1.1\r\nhost: here\r\n\r\n").getBytes(StandardCharsets.UTF_8));

            assertTrue(said.received().startsWith("HTTP/1.1 400 "), said::toString);
            assertTrue(said.received().endsWith("\r\n\r\n"), said::toString);
        }
    }

    @Test
    void oldHttpIsToldThatItIsTooOld() throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = Connection.to(server.port(), "GET /seen HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));

            Exchange.Answer answer = said.answers().single();
            Documented.check().holdRefusal(answer);
            assertEquals(505, answer.status(), said::toString);
        }
    }

    /** A chunk that is announced as two gigabytes is not waited for, nor the size of one that has no end. */
    @ParameterizedTest
    @ValueSource(strings = {"7fffffff\r\n", ""})
    void noPartOfABodyIsReadWithoutABound(String beginning) throws IOException {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            Connection said = Connection.to(
                    server.port(),
                    ("POST /seen HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n" + beginning
                                    + "0".repeat(5 * 1024 * 1024))
                            .getBytes(StandardCharsets.UTF_8));

            assertTrue(
                    said.end() == Connection.End.RESET || said.received().startsWith("HTTP/1.1 413 "), said::received);
        }
    }

    /** Helidon takes an interrupt for an end, as it does whatever the system has to say against a new connection. */
    @Test
    @Timeout(60)
    void itGoesOnToListenWhenHelidonHasCeasedTo() throws Exception {
        try (LogEar helidon = LogEar.on("io.helidon.webserver.ServerListener");
                HelidonServer server = HelidonServer.start(service(), HERE)) {
            for (int i = 1; i <= 2; i++) {
                Set<Thread> before = listeners();
                before.forEach(Thread::interrupt);
                // Neither a refused connection nor an ended thread tells when: nobody may see the one, and Helidon's waits for itself for ever.
                while (listeners().diff(before).isEmpty()) {
                    Thread.sleep(10);
                }

                Connection said = asked(server, "GET /seen HTTP/1.1\nhost: here\n\n");

                assertEquals(200, said.answers().single().status(), said::toString);
                assertTrue(helidon.heard().length() >= i, helidon.heard()::toString);
            }
        }
    }

    private static Set<Thread> listeners() {
        return HashSet.ofAll(Thread.getAllStackTraces().keySet())
                .filter(thread -> thread.getName().endsWith("-listener"));
    }

    @Test
    void whoeverIsConnectedWhenItStopsIsToldSo() throws Exception {
        Traffic traffic = new Traffic();
        try (HelidonServer server = HelidonServer.start(service(traffic), HERE);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            byte[] request = "GET /seen HTTP/1.1\r\nhost: here\r\n\r\n".getBytes(StandardCharsets.UTF_8);
            socket.getOutputStream().write(request);
            assertEquals("HTTP/1.1 200 ", read(socket, 13));
            assertEquals(0, traffic.drain(Duration.ZERO));

            socket.getOutputStream().write(request);
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            String answer = answers.substring(answers.indexOf("HTTP/1.1 503 ")).toLowerCase(Locale.ROOT);
            assertTrue(answer.contains("connection: close\r\n"), answer);
            assertTrue(answer.contains("retry-after: 5\r\n"), answer);
            assertTrue(answer.contains("shutting_down"), answer);
        }
    }
}
