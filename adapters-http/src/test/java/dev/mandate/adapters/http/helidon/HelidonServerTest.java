package dev.mandate.adapters.http.helidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The server itself, asked over a socket of its own. */
class HelidonServerTest {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final Endpoint SEEN = Endpoint.open(
            "/seen", call -> Either.right(new Answer.Plain(Reply.text(200, "text/plain", call.request().path()))));

    @Test
    void whatIsNoHttpIsRefusedAsEverythingElseIs() throws IOException {
        try (HelidonServer server = HelidonServer.start(
                service(), new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty()))) {
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
        try (HelidonServer server = HelidonServer.start(
                service(), new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty()))) {
            for (String target : Vector.of("/seen", "http://here/seen", "HTTPS://here:8080/seen?query=1")) {
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
    void toHeadItSendsNoBodyAndTheLengthOfThatOfGet() throws IOException {
        try (HelidonServer server = HelidonServer.start(
                service(), new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty()))) {
            Connection said = Connection.to(
                    server.port(),
                    """
                    HEAD /seen HTTP/1.1
                    host: here

                    HEAD /nothing HTTP/1.1
                    host: here
                    connection: close

                    """
                            .replace("\n", "\r\n")
                            .getBytes(StandardCharsets.UTF_8));

            String[] answers = said.toString().split("(?=HTTP/1\\.1 )", -1);
            assertEquals(2, Vector.of(answers).count(answer -> answer.endsWith("\r\n\r\n")), said::toString);
            assertTrue(said.toString().contains("HTTP/1.1 200 "), said::toString);
            assertTrue(said.toString().toLowerCase(Locale.ROOT).contains("content-length: 5\r\n"), said::toString);
            assertTrue(said.toString().contains("HTTP/1.1 404 "), said::toString);
        }
    }

    /** Each of them is the size of a chunk to somebody, and what follows it then a request to whoever does not know how long the chunk is. */
    @ParameterizedTest
    @ValueSource(strings = {"zz", " 5", "5 ", "0x5", "-1", "+", "", "5;ext=1", "5 ;ext=1", "ffffffffffffffff"})
    void nothingIsReadBehindAChunkWithoutASize(String size) throws IOException {
        try (HelidonServer server = HelidonServer.start(
                service(), new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty()))) {
            Connection said = Connection.to(
                    server.port(),
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
                            .formatted(size)
                            .replace("\n", "\r\n")
                            .getBytes(StandardCharsets.UTF_8));

            Exchange.Answer answer = said.answers().single();
            Documented.check().holdRefusal(answer);
            assertEquals(400, answer.status(), said::toString);
            assertTrue(said.toString().contains("Connection: close"), said::toString);
        }
    }

    @Test
    void aClientThatWishesToCloseIsAnsweredOnce() throws IOException {
        try (HelidonServer server = HelidonServer.start(
                service(), new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty()))) {
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
        try (HelidonServer server = HelidonServer.start(
                service(), new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty()))) {
            Connection said = Connection.to(
                    server.port(), ("HEAD " + target + " HTTP/1.1\r\nhost: here\r\n\r\n").getBytes(StandardCharsets.UTF_8));

            assertTrue(said.received().startsWith("HTTP/1.1 400 "), said::toString);
            assertTrue(said.received().endsWith("\r\n\r\n"), said::toString);
        }
    }

    private static HttpService service() {
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, Network.MAINNET, "test", ServiceSettings.Grid.SERVED, 0, 0);
        ApiKeyBook keys = new ApiKeyBook(new InMemoryJournal(), new TestTokenHash(), () -> NOW, new SecureRandom());
        return new HttpService(Vector.of(SEEN), settings, new KeyCheck(keys), () -> NOW, new Silence(), new Traffic());
    }

    private static final class Silence implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public void failed(String requestId, Throwable fault) {}
    }
}
