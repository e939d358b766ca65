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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.openapi.Exchange;
import dev.mandate.testsupport.openapi.RecordedConnection;
import io.vavr.collection.Array;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What headers decide is answered before the body has arrived. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnreadBodiesTest {

    private static final String KEYLESS = "POST /keyed/fields HTTP/1.1\nhost: here\ncontent-type: application/json\n";
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Duration SOON = Duration.ofMillis(300);

    /** No limit but that of this rule ends the connection. */
    private static final ServerLimits ENDLESS = new ServerLimits(NEVER, NEVER, NEVER, NEVER, NEVER, ConnectionLimit.MAX);

    @Tag("full")
    @ParameterizedTest
    @CsvSource({
        "/nothing, POST, application/json, content-length: 99999, 404",
        "/keyed/fields, PUT, application/json, content-length: 99999, 405",
        "/keyed/fields, POST, application/json, content-length: 99999, 401",
        "/keyed/fields, POST, application/json, transfer-encoding: chunked, 401",
        "/fields, GET, application/json, content-length: 300000, 413",
        "/fields, GET, text/plain, content-length: 99999, 415",
        "/fields, GET, text/plain, transfer-encoding: chunked, 415",
        "/seen, GET, text/plain, content-length: 99999, 200",
        "/seen, GET, text/plain, content-length: 300000, 200",
        "/seen, GET, text/plain, transfer-encoding: chunked, 200"
    })
    void aBodyThatNeverArrivesIsNotWaitedFor(String path, String method, String type, String framing, int status) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, ENDLESS);
                Socket socket = opened(server, "%s %s HTTP/1.1\nhost: here\ncontent-type: %s\n%s\n\n5\n{".formatted(method, path, type, framing))) {
            long begin = System.nanoTime();
            assertEquals("HTTP/1.1 " + status + " ", read(socket, 13));
            Duration answered = Duration.ofNanos(System.nanoTime() - begin);
            String rest = readAll(socket);
            Duration closed = Duration.ofNanos(System.nanoTime() - begin);

            assertTrue(rest.contains("Connection: close"), rest);
            assertTrue(answered.compareTo(Duration.ofSeconds(2)) < 0, answered::toString);
            assertTrue(closed.compareTo(Duration.ofSeconds(5)) < 0, closed::toString);
            assertIsClosed(socket);
        }
    }

    @Test
    void aClientThatExpectsContinueIsRefusedWithoutIt() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, ENDLESS);
                Socket socket = opened(server, KEYLESS + "content-length: 7\nexpect: 100-continue\n\n")) {
            String answer = readAll(socket);

            assertTrue(answer.startsWith("HTTP/1.1 401 "), answer);
            assertFalse(answer.contains("100 Continue"), answer);
            assertIsClosed(socket);
        }
    }

    @Test
    void aRefusedRequestWithACompleteBodyKeepsItsConnectionOpen() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(
                    server,
                    KEYLESS + "content-length: 2\n\n{}" + KEYLESS + "transfer-encoding: chunked\n\n2\n{}\n0\n\n" + KEYED
                            + "content-length: 2\nconnection: close\n\n{}");

            assertEquals(Array.of(401, 401, 200), said.answers().map(Exchange.Answer::status), said::toString);
        }
    }

    /** Otherwise its response would be lost with the connection. */
    @ParameterizedTest
    @ValueSource(strings = {"content-length: 3000000\n\n", "transfer-encoding: chunked\n\n2dc6c0\n"})
    void aClientThatSendsEverythingBeforeItReadsLearnsOfTheRefusal(String framing) throws IOException {
        String end = framing.startsWith("transfer") ? "\n0\n\n" : "";
        try (JettyServer server = JettyServer.start(service(), LOOPBACK)) {
            RecordedConnection said = asked(server, KEYLESS + framing + " ".repeat(3_000_000) + end);

            assertEquals(401, said.answers().single().status(), said::toString);
        }
    }

    @Test
    void aBodyThatIsLongerThanItsPauseButFastEnoughIsRead() throws Exception {
        ServerLimits limits = new ServerLimits(NEVER, SOON, NEVER, NEVER, NEVER, ConnectionLimit.MAX);
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, limits);
                Socket socket = opened(server, KEYED + "content-length: 200000\n\n")) {
            for (int i = 0; i < 20; i++) {
                send(socket, i == 0 ? "{}" + " ".repeat(9_998) : " ".repeat(10_000));
                Thread.sleep(50);
            }

            assertEquals("HTTP/1.1 200 ", read(socket, 13));
        }
    }

    private static void assertIsClosed(Socket socket) throws IOException {
        assertEquals(-1, socket.getInputStream().read());
        boolean open = true;
        for (int i = 0; open && i < 100; i++) {
            try {
                send(socket, "x");
                Thread.sleep(50);
            } catch (IOException closed) {
                open = false;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        assertFalse(open, "the server still reads");
    }
}
