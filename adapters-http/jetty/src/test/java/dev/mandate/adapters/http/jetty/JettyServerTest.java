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

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.testsupport.openapi.Exchange;
import dev.mandate.testsupport.openapi.RecordedConnection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The server itself, over a socket. */
class JettyServerTest {

    @Test
    void malformedHttpIsRefusedWithTheUsualErrorBody() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = RecordedConnection.to(
                    server.port(), "GET / HTTP/1.1\r\nhost: here\r\nno field\r\n\r\n".getBytes(StandardCharsets.UTF_8));

            Exchange.Answer answer = said.answers().single();
            ServerFixture.DOCUMENT.holdRefusal(answer);
            ObjectNode body = Json.parseObject(answer.body()).get();
            assertEquals(400, answer.status(), said::toString);
            assertEquals("malformed_request", body.get("code").stringValue());
            assertEquals(answer.requestId(), body.get("request_id").stringValue());
        }
    }

    @Test
    void aFailingHandlerIsAnsweredAsAServerError() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(server,
                    "GET /broken HTTP/1.1\nhost: here\n\nGET /seen HTTP/1.1\nhost: here\nconnection: close\n\n");

            Exchange.Answer answer = said.answers().head();
            ServerFixture.DOCUMENT.holdRefusal(answer);
            assertEquals(500, answer.status(), said::toString);
            assertEquals("internal", Json.parseObject(answer.body()).get().get("code").stringValue());
            assertEquals(1, said.answers().size(), said::toString);
        }
    }

    @Test
    void aTargetThatIsAWholeUriIsTakenByItsPath() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            for (String target : Array.of("/seen", "http://here/seen", "HTTPS://here/seen?query=1")) {
                RecordedConnection said = asked(server, "GET " + target + " HTTP/1.1\nhost: here\nconnection: close\n\n");

                Exchange.Answer answer = said.answers().single();
                assertEquals(200, answer.status(), said::toString);
                assertEquals("/seen", new String(answer.body().toArray(), StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void aKeyIsReadAsSentThoughOneBeforeItOnTheConnectionDiffersInCaseAlone() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(
                    server,
                    """
                    GET /key HTTP/1.1
                    host: here
                    authorization: Bearer mk_A

                    GET /key HTTP/1.1
                    host: here
                    authorization: Bearer mk_a
                    connection: close

                    """);

            assertEquals(
                    Array.of("Bearer mk_A", "Bearer mk_a"),
                    said.answers().map(answer -> new String(answer.body().toArray(), StandardCharsets.UTF_8)));
        }
    }

    @Test
    void aBodyThatIsCompressedIsRefusedAndTheNextRequestTaken() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(
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
            ServerFixture.DOCUMENT.holdRefusal(said.answers().head());
        }
    }

    @Test
    void toHeadItSendsNoBodyAndTheLengthOfThatOfGet() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(
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

    /** Some parser accepts each of these as a chunk size. A parser that reads the size differently would take the following bytes for a request. */
    @ParameterizedTest
    @ValueSource(strings = {"zz", " 5", "5 ", "0x5", "-1", "+", "+5", "+0", "", "5;ext=1", "5 ;ext=1", "ffffffffffffffff"})
    void aChunkWithoutASizeEndsTheConnection(String size) throws IOException {
        assertNothingIsReadBehind("%s\r\n\r\nGET /seen HTTP/1.1\r\nhost: here\r\n\r\n0\r\n\r\n".formatted(size));
    }

    /** The first reads its body, the second is refused without it, and the third does not need it. */
    private static final Map<String, Integer> STATUS_OF_MALFORMED = HashMap.of(
            KEYED, 400,
            "POST /seen HTTP/1.1\nhost: here\n", 405,
            "GET /seen HTTP/1.1\nhost: here\n", 200);

    private static void assertNothingIsReadBehind(String malformed) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            for (var expected : STATUS_OF_MALFORMED) {
                String head = (expected._1 + "transfer-encoding: chunked\n\n").replace("\n", "\r\n");
                String next = "GET /seen HTTP/1.1\r\nhost: here\r\n\r\n";
                RecordedConnection said =
                        RecordedConnection.to(server.port(), (head + malformed + next).getBytes(StandardCharsets.UTF_8));

                Exchange.Answer answer = said.answers().single();
                assertEquals(expected._2, answer.status(), said::toString);
                assertTrue(said.toString().contains("Connection: close"), said::toString);
            }
        }
    }

    @Test
    void aHeaderHasAName() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(server, "GET /seen HTTP/1.1\nhost: here\n: x\n\n");

            assertEquals(400, said.answers().single().status(), said::toString);
        }
    }

    /** Some parser takes two bytes after a chunk that are no line end for the start of the next request. */
    @ParameterizedTest
    @ValueSource(strings = {"XX", "\n\n", "\rX", "X\n", "0\r", "\r\r"})
    void aChunkWithoutALineEndEndsTheConnection(String end) throws IOException {
        assertNothingIsReadBehind("2\r\n{}" + end + "0\r\n\r\n");
    }

    @Test
    void aChunkWithoutASizeIsRefusedAtOnce() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                Socket socket = opened(server, KEYED + "transfer-encoding: chunked\n\nzz\n")) {
            String answer = readAll(socket);

            assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
        }
    }

    @Test
    void aClientThatWishesToCloseIsAnsweredOnce() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
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

    @Test
    void http10IsAnsweredAndItsConnectionClosed() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                Socket socket = opened(server, "GET /seen HTTP/1.0\n\n")) {
            String answer = readAll(socket);

            assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
            assertTrue(answer.endsWith("\r\n\r\n/seen"), answer);
        }
    }

    @Test
    void http10MayKeepItsConnection() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(
                    server, "GET /seen HTTP/1.0\nconnection: keep-alive\n\nPOST /fields HTTP/1.0\ncontent-length: 2\n\n{}");

            assertEquals(Array.of(200, 405), said.answers().map(Exchange.Answer::status), said::toString);
            assertTrue(said.received().toLowerCase(Locale.ROOT).contains("connection: keep-alive"), said::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/9.9", "HTTP/1"})
    void anotherHttpIsRefused(String version) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(server, "GET /seen " + version + "\nhost: here\n\n");

            Exchange.Answer answer = said.answers().single();
            ServerFixture.DOCUMENT.holdRefusal(answer);
            assertTrue(Array.of(400, 505).contains(answer.status()), said::toString);
        }
    }

    /** If two servers disagree on a request's end, one of them takes a part of it for another request (RFC 9112, section 11.2). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "content-length: 5\ntransfer-encoding: chunked",
                "transfer-encoding: chunked\ncontent-length: 5",
                "content-length: 5\ncontent-length: 6",
                "content-length: 5\ncontent-length: 5",
                "content-length: 5, 5",
                "content-length: +5",
                "content-length: -5",
                "content-length: 0x5",
                "content-length: 5 5",
                "content-length: 99999999999999999999",
                "content-length : 5",
                "content-length",
                " content-length: 5",
                "transfer-encoding: gzip",
                "transfer-encoding: chunked, identity",
                "transfer-encoding: chunked, chunked",
                "transfer-encoding: chunked\ntransfer-encoding: chunked",
                "transfer-encoding: xchunked",
                "host: there"
            })
    void aRequestOfAmbiguousLengthIsRefused(String lines) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(
                    server,
                    "POST /seen HTTP/1.1\nhost: here\n" + lines + "\n\n0\n\nGET /seen HTTP/1.1\nhost: here\nconnection: close\n\n");

            Exchange.Answer answer = said.answers().single();
            ServerFixture.DOCUMENT.holdRefusal(answer);
            assertEquals(400, answer.status(), said::toString);
            assertTrue(said.received().contains("Connection: close"), said::toString);
        }
    }

    @Test
    void noLineEndsWithoutItsCarriageReturn() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = RecordedConnection.to(
                    server.port(), "GET /seen HTTP/1.1\nhost: here\n\n".getBytes(StandardCharsets.UTF_8));

            assertEquals(400, said.answers().single().status(), said::toString);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            String body = "content-type: application/json\ncontent-length: 7\n\n{\"a\":1}";
            RecordedConnection said = asked(
                    server,
                    "GET /seen HTTP/1.1\nhost: here\n\nGET /fields HTTP/1.1\nhost: here\n" + body
                            + "GET /nothing HTTP/1.1\nhost: here\n\n".repeat(50));

            assertEquals(
                    Array.of(200, 200).appendAll(Array.fill(50, 404)), said.answers().map(Exchange.Answer::status), said::toString);
        }
    }

    @Test
    void aBodyIsAskedForBeforeItIsSent() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                Socket socket = opened(
                        server,
                        "GET /fields HTTP/1.1\nhost: here\ncontent-type: application/json\ncontent-length: 7\nexpect: 100-continue\n\n")) {
            assertEquals("HTTP/1.1 100 Continue\r\n\r\n", read(socket, 25));

            send(socket, "{\"a\":1}");

            assertEquals("HTTP/1.1 200 ", read(socket, 13));
        }
    }

    /** The client may send a few megabytes before it reads the response. */
    @ParameterizedTest
    @ValueSource(strings = {"content-length: 3000000", "transfer-encoding: chunked"})
    void aBodyThatIsTooLargeIsRefusedOnceItWasSent(String framing) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            String sent = framing.endsWith("chunked") ? "2dc6c0\n" + " ".repeat(3_000_000) + "\n0\n\n" : " ".repeat(3_000_000);
            RecordedConnection said =
                    asked(server, "GET /fields HTTP/1.1\nhost: here\ncontent-type: application/json\n" + framing + "\n\n" + sent);

            Exchange.Answer answer = said.answers().single();
            ServerFixture.DOCUMENT.holdRefusal(answer);
            assertEquals(413, answer.status(), said::toString);
        }
    }

    @Test
    void aBodyThatIsFarTooLargeIsNotReadAtAll() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                Socket socket = opened(
                        server, "GET /fields HTTP/1.1\nhost: here\ncontent-type: application/json\ncontent-length: 5000000000\n\n")) {
            String answer = readAll(socket);

            assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-long: %s", "%s: x", "x: y\nx-%s:"})
    void aHeadThatIsTooLargeIsRefused(String line) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(server, "GET /seen HTTP/1.1\nhost: here\n" + line.formatted("x".repeat(20_000)) + "\n\n");

            Exchange.Answer answer = said.answers().single();
            ServerFixture.DOCUMENT.holdRefusal(answer);
            assertEquals(400, answer.status(), said::toString);
        }
    }

    @Test
    void onlyATrustedProxyNamesTheClient() throws IOException {
        for (Set<String> trusted : Array.of(HashSet.<String>empty(), HashSet.of("127.0.0.1"))) {
            try (JettyServer server = JettyServer.start(service(), new JettyServer.Listening("127.0.0.1", 0, trusted))) {
                RecordedConnection said = asked(server, "GET /client HTTP/1.1\nhost: here\nx-forwarded-for: 1.1.1.1, 2.2.2.2\n\n");

                assertEquals(
                        trusted.isEmpty() ? "127.0.0.1" : "2.2.2.2",
                        new String(said.answers().single().body().toArray(), StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void startFailsIfThePortIsTaken() {
        try (JettyServer first = JettyServer.start(service(), LOOPBACK)) {
            JettyServer.Listening taken = new JettyServer.Listening("127.0.0.1", first.port(), HashSet.empty());

            assertThrows(UncheckedIOException.class, () -> JettyServer.start(service(), taken));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/seen?x=%zz", "/%zz", "/seen%00", "/se\u0001en", "/se\u00ffen", "//[", "http://here:x/seen"})
    void aTargetThatIsNoneIsRefusedAsEverythingElseIs(String target) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(server, "GET " + target + " HTTP/1.1\nhost: here\nconnection: close\n\n");

            Exchange.Answer answer = said.answers().single();
            ServerFixture.DOCUMENT.holdRefusal(answer);
            assertTrue(Array.of(400, 404).contains(answer.status()), said::toString);
        }
    }

    /** No other encoding of a path reaches the endpoint: paths are compared as sent. */
    @ParameterizedTest
    @ValueSource(strings = {"/s%65en", "/x/../seen", "/./seen", "//seen", "/seen/", "/seen;a=b", "/%2e/seen", "/seen%2f", "/x%5cseen"})
    void aPathInAnotherSpellingIsUnknown(String target) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(server, "GET " + target + " HTTP/1.1\nhost: here\nconnection: close\n\n");

            Exchange.Answer answer = said.answers().single();
            ServerFixture.DOCUMENT.holdRefusal(answer);
            assertEquals(404, answer.status(), said::toString);
        }
    }

    /** The server does not wait for an announced chunk of two gigabytes, nor for the end of an endless size. */
    @ParameterizedTest
    @ValueSource(strings = {"7fffffff\r\n", ""})
    void noPartOfABodyIsReadWithoutABound(String beginning) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = RecordedConnection.to(
                    server.port(),
                    ("GET /fields HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
                                    + beginning
                                    + "0".repeat(5 * 1024 * 1024))
                            .getBytes(StandardCharsets.UTF_8));

            assertTrue(
                    said.end() == RecordedConnection.End.RESET || said.received().matches("(?s)HTTP/1.1 4(00|13) .*"), said::received);
        }
    }

    @Test
    void openConnectionsAreAnsweredShuttingDownAtStop() throws Exception {
        InFlightRequests traffic = new InFlightRequests(new SimpleMeterRegistry());
        try (JettyServer server = JettyServer.start(service(traffic), LOOPBACK);
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
