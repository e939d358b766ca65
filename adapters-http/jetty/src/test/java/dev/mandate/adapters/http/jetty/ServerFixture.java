package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.api.OpenApi;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.ReplyStream;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import dev.mandate.testsupport.openapi.OpenApiDocument;
import dev.mandate.testsupport.openapi.RecordedConnection;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** A service with a few endpoints for tests, and calls over a socket. */
final class ServerFixture {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);

    static final JettyServer.Listening LOOPBACK = new JettyServer.Listening("127.0.0.1", 0, HashSet.empty());

    /** Checks the shape of refusals. */
    static final OpenApiCheck DOCUMENT = new OpenApiCheck(OpenApiDocument.of(OpenApi.everything()), Array.empty());

    private static final Endpoint SEEN = Endpoint.open("/seen", call -> text(call.request().path()));

    private static final Endpoint CLIENT = Endpoint.open("/client", call -> text(call.request().client()));

    private static final Endpoint KEY = Endpoint.open("/key", call -> text(call.request().headers().first("authorization").get()));

    /** Answers after a second. */
    private static final Endpoint SLOW = Endpoint.open("/slow", call -> {
        sleepASecond();
        return text("slow");
    });

    /** Always the same answer, larger than the buffers of two sockets. */
    private static final Endpoint LARGE = large();

    private static final Endpoint BROKEN = Endpoint.open("/broken", call -> {
        throw new OutOfMemoryError("heap");
    });

    /** Answers the number of fields of the JSON object in the body. */
    private static final Endpoint FIELDS =
            Endpoint.open("/fields", call -> call.body().map(body -> Answer.ok(Json.object().put("fields", body.size()))))
                    .reading(Content.JSON);

    /** The same for holders of a key. */
    private static final Endpoint KEYED_FIELDS = Endpoint.of(
            Method.POST,
            "/keyed/fields",
            Scope.SUBMIT,
            call -> call.body().map(body -> Answer.ok(Json.object().put("fields", body.size()))));

    /** Answers holders of a key after a second. */
    private static final Endpoint KEYED_SLOW = Endpoint.of(Method.GET, "/keyed/slow", Scope.READ, call -> {
        sleepASecond();
        return text("slow");
    });

    /** Work of a second for holders of a key. */
    private static final Endpoint KEYED_WORK = Endpoint.of(Method.POST, "/keyed/work", Scope.SUBMIT, call -> {
        sleepASecond();
        return text("done");
    });

    /** A stream of numbers for holders of a key; each piece has as many bytes as its query says. */
    private static final Endpoint KEYED_STREAM = Endpoint.of(
            Method.GET,
            "/keyed/stream",
            Scope.READ,
            call -> Either.right(new Answer.Plain(
                    Reply.text(200, "text/event-stream", "").streaming(new Numbers(call.query().number("bytes", 1, 1_000_000, 1))))));

    /** How many streams are open. */
    static final AtomicInteger OPEN_STREAMS = new AtomicInteger();

    private static final class Numbers implements ReplyStream {

        private final int bytes;
        private int number;

        Numbers(int bytes) {
            this.bytes = bytes;
            OPEN_STREAMS.incrementAndGet();
        }

        @Override
        public Option<Bytes> next() throws InterruptedException {
            Thread.sleep(2);
            number++;
            return Option.some(Bytes.of(Integer.toString(number % 10).repeat(bytes).getBytes(StandardCharsets.US_ASCII)));
        }

        @Override
        public void close() {
            OPEN_STREAMS.decrementAndGet();
        }
    }

    /** An API key with all scopes. */
    static final String TOKEN = "somebody-chose-this-key";

    /** The beginning of a request to {@link #KEYED_FIELDS}, up to its framing. */
    static final String KEYED =
            "POST /keyed/fields HTTP/1.1\nhost: here\nauthorization: Bearer " + TOKEN + "\ncontent-type: application/json\n";

    private ServerFixture() {}

    static HttpService service() {
        return service(new InFlightRequests(new SimpleMeterRegistry()));
    }

    static HttpService service(InFlightRequests traffic) {
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, Network.MAINNET, "test", 0, 0);
        ApiKeyRepository keys = new ApiKeyRepository(new InMemoryJournal(), new TestTokenHash(), () -> NOW, new SecureRandom())
                .trusting(new Tenant("acme"), TOKEN)
                .get();
        return new HttpService(
                Array.of(SEEN, CLIENT, KEY, SLOW, FIELDS, KEYED_FIELDS, KEYED_SLOW, KEYED_WORK, KEYED_STREAM, LARGE, BROKEN),
                settings,
                new KeyCheck(keys, Option.some(TOKEN)),
                () -> NOW,
                new NoLog(),
                traffic);
    }

    /** Sends these lines and returns the connection with its answers; each \n is sent as CRLF. */
    static RecordedConnection asked(JettyServer server, String lines) throws IOException {
        return RecordedConnection.to(server.port(), lines.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Opens a connection and sends these lines; each \n is sent as CRLF. */
    static Socket opened(JettyServer server, String lines) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(20_000);
        send(socket, lines);
        return socket;
    }

    static void send(Socket socket, String lines) throws IOException {
        socket.getOutputStream().write(lines.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    static String read(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    static String readAll(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Endpoint large() {
        Either<Failure, Answer> answer = text("large".repeat(4_000_000));
        return Endpoint.open("/large", call -> answer);
    }

    private static <L> Either<L, Answer> text(String text) {
        return Either.right(new Answer.Plain(Reply.text(200, "text/plain", text)));
    }

    private static void sleepASecond() {
        try {
            Thread.sleep(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class NoLog implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public void failed(String requestId, Throwable fault) {}
    }
}
