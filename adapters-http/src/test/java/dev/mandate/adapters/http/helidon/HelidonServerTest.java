package dev.mandate.adapters.http.helidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.Traffic;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyBook;
import dev.mandate.testkit.journal.InMemoryJournal;
import dev.mandate.testkit.keys.TestTokenHash;
import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The server itself, asked over a socket of its own. */
class HelidonServerTest {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);

    @Test
    void whatIsNoHttpIsRefusedAsEverythingElseIs() throws IOException {
        try (HelidonServer server = HelidonServer.start(
                service(), new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty()))) {
            String reply = exchange(server.port(), "GET / HTTP/1.1\r\nhost: here\r\nno field\r\n\r\n");

            int end = reply.indexOf("\r\n\r\n");
            String head = reply.substring(0, end);
            ObjectNode body = Json.parseObject(Bytes.of(reply.substring(end + 4).getBytes(StandardCharsets.UTF_8)))
                    .get();
            assertTrue(head.startsWith("HTTP/1.1 400 "), reply);
            assertEquals("malformed_request", body.get("code").stringValue());
            assertTrue(
                    head.lines().anyMatch(line ->
                            line.equalsIgnoreCase("x-request-id: " + body.get("request_id").stringValue())),
                    reply);
        }
    }

    private static String exchange(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static HttpService service() {
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, Network.MAINNET, "test", ServiceSettings.Grid.SERVED, 0, 0);
        ApiKeyBook keys = new ApiKeyBook(new InMemoryJournal(), new TestTokenHash(), () -> NOW, new SecureRandom());
        return new HttpService(Vector.empty(), settings, new KeyCheck(keys), () -> NOW, new Silence(), new Traffic());
    }

    private static final class Silence implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public void failed(String requestId, Throwable fault) {}
    }
}
