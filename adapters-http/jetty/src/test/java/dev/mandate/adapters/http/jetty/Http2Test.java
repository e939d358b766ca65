package dev.mandate.adapters.http.jetty;

import static dev.mandate.adapters.http.jetty.ServerFixture.LOOPBACK;
import static dev.mandate.adapters.http.jetty.ServerFixture.opened;
import static dev.mandate.adapters.http.jetty.ServerFixture.service;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP/2 without TLS, with prior knowledge and by upgrade (RFC 9113, RFC 7540 section 3.2). */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class Http2Test {

    private static final String PREFACE = "PRI * HTTP/2.0\n\nSM\n\n";
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;

    /** END_STREAM and END_HEADERS. */
    private static final int WHOLE_REQUEST = 5;

    /** {@code GET http://here/seen} in HPACK: indexed fields of the static table, and literals with names of that table (RFC 7541, section 6). */
    private static final byte[] GET_SEEN = {
        (byte) 0x82, (byte) 0x86, 0x04, 5, '/', 's', 'e', 'e', 'n', 0x01, 4, 'h', 'e', 'r', 'e'
    };

    /** {@code :status: 200}. */
    private static final String STATUS_200 = "88";

    @Test
    void aClientWithPriorKnowledgeIsAnswered() throws IOException {
        try (JettyServer server = JettyServer.start(service(), LOOPBACK);
                Socket socket = begun(server)) {
            send(socket, frame(HEADERS, WHOLE_REQUEST, 1, GET_SEEN));

            assertTrue(Bytes.of(next(socket, HEADERS)).toHex().contains(STATUS_200));
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

    /** Frames without requests do not keep a connection open. */
    @Test
    void aConnectionWithoutRequestsIsClosed() throws Exception {
        ServerLimits limits = new ServerLimits(Duration.ofMillis(500), Duration.ofDays(1), Duration.ofDays(1), 10);
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

    private static Socket begun(JettyServer server) throws IOException {
        Socket socket = opened(server, PREFACE);
        send(socket, frame(SETTINGS, 0, 0, new byte[0]));
        return socket;
    }

    private static void send(Socket socket, byte[] frame) throws IOException {
        socket.getOutputStream().write(frame);
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(payload.length >> 16);
        frame.write(payload.length >> 8);
        frame.write(payload.length);
        frame.write(type);
        frame.write(flags);
        frame.writeBytes(ByteBuffer.allocate(4).putInt(stream).array());
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** Returns the payload of the next frame of {@code type}. */
    private static byte[] next(Socket socket, int type) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        while (true) {
            byte[] head = in.readNBytes(9);
            if (head.length < 9) {
                throw new SocketException("closed");
            }
            byte[] payload = in.readNBytes(((head[0] & 0xff) << 16) + ((head[1] & 0xff) << 8) + (head[2] & 0xff));
            if (head[3] == type) {
                return payload;
            }
        }
    }
}
