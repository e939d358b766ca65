package dev.mandate.adapters.http.jetty;

import static dev.mandate.adapters.http.jetty.Http2Frames.DATA;
import static dev.mandate.adapters.http.jetty.Http2Frames.END_HEADERS;
import static dev.mandate.adapters.http.jetty.Http2Frames.END_STREAM;
import static dev.mandate.adapters.http.jetty.Http2Frames.FIRST_WINDOW;
import static dev.mandate.adapters.http.jetty.Http2Frames.GET_SEEN;
import static dev.mandate.adapters.http.jetty.Http2Frames.GOAWAY;
import static dev.mandate.adapters.http.jetty.Http2Frames.HEADERS;
import static dev.mandate.adapters.http.jetty.Http2Frames.PING;
import static dev.mandate.adapters.http.jetty.Http2Frames.RST_STREAM;
import static dev.mandate.adapters.http.jetty.Http2Frames.WHOLE_REQUEST;
import static dev.mandate.adapters.http.jetty.Http2Frames.begun;
import static dev.mandate.adapters.http.jetty.Http2Frames.frame;
import static dev.mandate.adapters.http.jetty.Http2Frames.get;
import static dev.mandate.adapters.http.jetty.Http2Frames.next;
import static dev.mandate.adapters.http.jetty.Http2Frames.post;
import static dev.mandate.adapters.http.jetty.Http2Frames.send;
import static dev.mandate.adapters.http.jetty.Http2Frames.status;
import static dev.mandate.adapters.http.jetty.ServerFixture.KEYED;
import static dev.mandate.adapters.http.jetty.ServerFixture.LOOPBACK;
import static dev.mandate.adapters.http.jetty.ServerFixture.asked;
import static dev.mandate.adapters.http.jetty.ServerFixture.service;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.jetty.Http2Frames.Frame;
import dev.mandate.testsupport.openapi.RecordedConnection;
import io.vavr.collection.Array;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP/2 without TLS, with prior knowledge and by upgrade (RFC 9113, RFC 7540 section 3.2). */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class Http2Test {

    private static final Duration NEVER = Duration.ofDays(1);
    private static final ServerLimits ENDLESS = new ServerLimits(NEVER, NEVER, NEVER, NEVER, NEVER, ConnectionLimit.MAX);
    private static final Map<String, String> JSON = Map.of("content-type", "application/json");

    @Test
    void aClientWithPriorKnowledgeIsAnswered() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                Socket socket = begun(server)) {
            send(socket, frame(HEADERS, WHOLE_REQUEST, 1, GET_SEEN));

            assertEquals(200, status(socket));
            assertEquals("/seen", new String(next(socket, DATA), StandardCharsets.UTF_8));
        }
    }

    @Test
    void aClientThatUpgradesIsAnswered() throws Exception {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            HttpResponse<String> first = sent(client, server, "");
            HttpResponse<String> large = sent(client, server, " ".repeat(300_000));
            HttpResponse<String> fields = sent(client, server, "{\"a\":1}" + " ".repeat(200_000));

            assertEquals(200, first.statusCode(), first::body);
            assertEquals(HttpClient.Version.HTTP_2, first.version());
            assertEquals(HttpClient.Version.HTTP_2, large.version());
            assertEquals(413, large.statusCode(), large::body);
            assertEquals(200, fields.statusCode(), fields::body);
        }
    }

    /** Frames that cost a client almost nothing and the server some work: CVE-2019-9512, CVE-2023-44487. */
    @ParameterizedTest
    @CsvSource({"6, 8", "4, 0", "3, 4"})
    void aFloodOfSmallFramesEndsTheConnection(int type, int bytes) throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                Socket socket = begun(server)) {
            boolean ended = false;
            try {
                for (int i = 0; i < 20_000; i++) {
                    int stream = type == RST_STREAM ? 2 * i + 1 : 0;
                    if (type == RST_STREAM) {
                        send(socket, frame(HEADERS, WHOLE_REQUEST, stream, GET_SEEN));
                    }
                    send(socket, frame(type, 0, stream, new byte[bytes]));
                }
                ended = next(socket, GOAWAY).length > 0;
            } catch (SocketException cutOff) {
                ended = true;
            }
            assertTrue(ended);
        }
    }

    @Tag("full")
    @Test
    void aStreamThatIsRefusedWithoutItsBodyEndsAndTheConnectionGoesOn() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, ENDLESS);
                Socket socket = begun(server)) {
            for (int stream = 1; stream < 6; stream += 2) {
                send(socket, frame(HEADERS, END_HEADERS, stream, post("/keyed/fields", JSON)));

                assertEquals(401, status(socket));
                assertEquals(4, next(socket, RST_STREAM).length);
            }
        }
    }

    @Test
    void aConnectionHas32RequestsInProgress() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, ENDLESS);
                Socket socket = begun(server)) {
            for (int stream = 1; stream <= 2 * 33; stream += 2) {
                send(socket, frame(HEADERS, END_HEADERS, stream, post("/keyed/fields", keyed(99_999))));
            }

            int refusedStream = 7;
            assertEquals(refusedStream, ByteBuffer.wrap(next(socket, RST_STREAM)).getInt());
        }
    }

    /** A permit is for a request at work. There are as many as connections, here two. */
    @Test
    void stalledBodiesTakeNoPermit() throws IOException {
        ServerLimits limits = new ServerLimits(NEVER, NEVER, NEVER, NEVER, NEVER, 2);
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, limits);
                Socket socket = begun(server)) {
            for (int stream = 1; stream < 2 * 32; stream += 2) {
                send(socket, frame(HEADERS, END_HEADERS, stream, post("/keyed/fields", keyed(99_999))));
                send(socket, frame(DATA, 0, stream, new byte[] {'{'}));
            }

            assertEquals(200, asked(server, KEYED + "content-length: 2\nconnection: close\n\n{}").answers().single().status());
        }
    }

    /** Twenty requests of a second each wait for two permits. */
    @Test
    void keylessRequestsWaitForNoPermit() throws IOException {
        ServerLimits limits = new ServerLimits(NEVER, NEVER, NEVER, NEVER, NEVER, 2);
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, limits);
                Socket socket = begun(server)) {
            byte[] slow = get("/keyed/slow", Map.of("authorization", "Bearer " + ServerFixture.TOKEN));
            for (int stream = 1; stream <= 2 * 20; stream += 2) {
                send(socket, frame(HEADERS, WHOLE_REQUEST, stream, slow));
            }
            assertEquals(200, status(socket));

            long begin = System.nanoTime();
            send(socket, frame(HEADERS, WHOLE_REQUEST, 41, GET_SEEN));
            String seen = "";
            while (!seen.equals("/seen")) {
                seen = new String(next(socket, DATA), StandardCharsets.UTF_8);
            }
            Duration waited = Duration.ofNanos(System.nanoTime() - begin);
            assertTrue(waited.compareTo(Duration.ofSeconds(5)) < 0, waited::toString);
        }
    }

    /**
     * Twenty requests of a second each, of which three are at work at once and none waits longer than two seconds. The third connection stays free:
     * without it, a busy machine that has not admitted the first request yet would close the connection to make room for the second one.
     */
    @Tag("full")
    @Test
    void whatWouldWaitTooLongIsRefusedAndReadsGoOn() throws IOException {
        ServerLimits limits = new ServerLimits(NEVER, NEVER, NEVER, NEVER, Duration.ofSeconds(2), 3);
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, limits);
                Socket socket = begun(server)) {
            byte[] work = post("/keyed/work", keyed(2));
            for (int stream = 1; stream <= 2 * 20; stream += 2) {
                send(socket, frame(HEADERS, END_HEADERS, stream, work));
                sendBody(socket, stream, 2);
            }

            RecordedConnection read = asked(
                    server, "GET /keyed/slow HTTP/1.1\nhost: here\nauthorization: Bearer " + ServerFixture.TOKEN + "\nconnection: close\n\n");
            assertEquals(200, read.answers().single().status());

            Array<Integer> answers = Array.empty();
            for (int i = 0; i < 20; i++) {
                answers = answers.append(status(socket));
            }
            assertTrue(answers.count(status -> status == 200) >= 4, answers.toString());
            assertTrue(answers.count(status -> status == 503) >= 10, answers.toString());
            assertEquals(20, answers.count(status -> status == 200 || status == 503), answers.toString());
        }
    }

    /** The first bodies are refused without being read. Together they would fill the connection's window many times. */
    @Test
    void refusedBodiesUseUpNoWindowAndTheirClientLearnsWhy() throws Exception {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            assertEquals(HttpClient.Version.HTTP_2, sent(client, server, "").version());
            for (int i = 0; i < 40; i++) {
                HttpResponse<String> refused = posted(client, server, "none", 100_000);

                assertEquals(401, refused.statusCode(), refused::body);
                assertEquals(HttpClient.Version.HTTP_2, refused.version());
            }

            assertEquals(200, posted(client, server, ServerFixture.TOKEN, 200_000).statusCode());
        }
    }

    /** A server with one connection holds one body of the greatest length. Here bodies of many times that length arrive at once. */
    @Test
    void bodiesThatStallGiveTheirMemoryBack() throws IOException {
        ServerLimits limits = new ServerLimits(NEVER, Duration.ofMillis(500), NEVER, NEVER, NEVER, 1);
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, limits);
                Socket socket = begun(server)) {
            int stream = 1;
            for (; stream < 2 * 15; stream += 2) {
                send(socket, frame(HEADERS, END_HEADERS, stream, post("/keyed/fields", keyed(200_000))));
                send(socket, frame(DATA, 0, stream, new byte[16_000]));
            }
            int window = FIRST_WINDOW - 15 * 16_000;
            int refused = 0;
            while (refused < 15 || window < 100_000) {
                Frame frame = next(socket);
                window += frame.widens();
                if (frame.type() == HEADERS) {
                    assertEquals(408, status(frame.payload().array()));
                    refused++;
                }
            }

            send(socket, frame(HEADERS, END_HEADERS, stream, post("/keyed/fields", keyed(100_000))));
            sendBody(socket, stream, 100_000);
            assertEquals(200, status(socket));
        }
    }

    /** Frames without requests do not keep a connection open. */
    @Test
    void aConnectionWithoutRequestsIsClosed() throws Exception {
        ServerLimits limits = new ServerLimits(
                Duration.ofMillis(500), Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1), NEVER, 10);
        try (JettyServer server = JettyServer.start(service(), LOOPBACK, limits);
                Socket socket = begun(server)) {
            boolean open = true;
            for (int i = 0; open && i < 100; i++) {
                try {
                    send(socket, frame(PING, 0, 0, new byte[8]));
                    Thread.sleep(100);
                } catch (SocketException closed) {
                    open = false;
                }
            }
            assertTrue(!open, "it is still open");
        }
    }

    private static HttpResponse<String> sent(HttpClient client, JettyServer server, String body) throws Exception {
        String path = body.isEmpty() ? "/seen" : "/fields";
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("content-type", "application/json")
                .method("GET", body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> posted(HttpClient client, JettyServer server, String key, int length) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/keyed/fields"))
                .header("authorization", "Bearer " + key)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}" + " ".repeat(length - 2)))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static Map<String, String> keyed(int length) {
        return Map.of(
                "authorization",
                "Bearer " + ServerFixture.TOKEN,
                "content-type",
                "application/json",
                "content-length",
                Integer.toString(length));
    }

    /** Sends an empty JSON object with blanks behind it. */
    private static void sendBody(Socket socket, int stream, int length) throws IOException {
        byte[] body = ("{}" + " ".repeat(length - 2)).getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < length; at += 10_000) {
            int end = Math.min(length, at + 10_000);
            send(socket, frame(DATA, end == length ? END_STREAM : 0, stream, Arrays.copyOfRange(body, at, end)));
        }
    }
}
