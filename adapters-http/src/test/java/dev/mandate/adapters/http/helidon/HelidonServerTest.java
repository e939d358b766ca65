package dev.mandate.adapters.http.helidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.openapi.Connection;
import dev.mandate.adapters.http.openapi.Documented;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.Traffic;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyBook;
import dev.mandate.testkit.journal.InMemoryJournal;
import dev.mandate.testkit.keys.TestTokenHash;
import dev.mandate.testkit.openapi.Exchange;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The server itself, asked over a socket of its own. */
class HelidonServerTest {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final HelidonServer.Listening HERE = new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty());
    private static final Endpoint SEEN = Endpoint.open(
            "/seen", call -> Either.right(new Answer.Plain(Reply.text(200, "text/plain", call.request().path()))));

    /** More than what lies between two sockets takes in. */
    private static final Endpoint LARGE = Endpoint.open(
            "/large", call -> Either.right(new Answer.Plain(Reply.text(200, "text/plain", "large".repeat(4_000_000)))));

    private static final Endpoint FIELDS =
            Endpoint.open("/fields", call -> call.body().map(body -> Answer.ok(Json.object().put("fields", body.size()))));

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
    @ValueSource(strings = {"zz", " 5", "5 ", "0x5", "-1", "+", "", "5;ext=1", "5 ;ext=1", "ffffffffffffffff"})
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

    /** Helidon takes an interrupt for an end, as it does whatever the system has to say against a new connection. */
    @Test
    @Timeout(60)
    void itGoesOnToListenWhenHelidonHasCeasedTo() throws Exception {
        try (HelidonServer server = HelidonServer.start(service(), HERE)) {
            for (int i = 0; i < 2; i++) {
                HashSet.ofAll(Thread.getAllStackTraces().keySet())
                        .filter(thread -> thread.getName().endsWith("-listener"))
                        .forEach(Thread::interrupt);
                while (listens(server)) {
                    Thread.sleep(1);
                }
                while (!listens(server)) {
                    Thread.sleep(10);
                }

                Connection said = asked(server, "GET /seen HTTP/1.1\nhost: here\n\n");

                assertEquals(200, said.answers().single().status(), said::toString);
            }
        }
    }

    private static boolean listens(HelidonServer server) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            return socket.isConnected();
        } catch (ConnectException refused) {
            return false;
        }
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

    /** What the server says to these lines, each of which ends as HTTP has it. */
    private static Connection asked(HelidonServer server, String lines) throws IOException {
        return Connection.to(server.port(), lines.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
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

    private static String read(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
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

    private static HttpService service() {
        return service(new Traffic());
    }

    private static HttpService service(Traffic traffic) {
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, Network.MAINNET, "test", ServiceSettings.Grid.SERVED, 0, 0);
        ApiKeyBook keys = new ApiKeyBook(new InMemoryJournal(), new TestTokenHash(), () -> NOW, new SecureRandom());
        return new HttpService(Array.of(SEEN, FIELDS, LARGE), settings, new KeyCheck(keys), () -> NOW, new Silence(), traffic);
    }

    private static final class Silence implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public void failed(String requestId, Throwable fault) {}
    }
}
