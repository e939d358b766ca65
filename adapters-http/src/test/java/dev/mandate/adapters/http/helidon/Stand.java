package dev.mandate.adapters.http.helidon;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.openapi.Connection;
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
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/** A service with a few endpoints of no use, and how to talk to it over a socket. */
final class Stand {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);

    static final HelidonServer.Listening HERE = new HelidonServer.Listening("127.0.0.1", 0, HashSet.empty());

    private static final Endpoint SEEN = Endpoint.open(
            "/seen", call -> Either.right(new Answer.Plain(Reply.text(200, "text/plain", call.request().path()))));

    /** More than what lies between two sockets takes in. */
    private static final Endpoint LARGE = Endpoint.open(
            "/large", call -> Either.right(new Answer.Plain(Reply.text(200, "text/plain", "large".repeat(4_000_000)))));

    private static final Endpoint BROKEN = Endpoint.open("/broken", call -> {
        throw new OutOfMemoryError("heap");
    });

    private static final Endpoint FIELDS =
            Endpoint.open("/fields", call -> call.body().map(body -> Answer.ok(Json.object().put("fields", body.size()))));

    private Stand() {}

    static HttpService service() {
        return service(new Traffic());
    }

    static HttpService service(Traffic traffic) {
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, Network.MAINNET, "test", ServiceSettings.Grid.SERVED, 0, 0);
        ApiKeyBook keys = new ApiKeyBook(new InMemoryJournal(), new TestTokenHash(), () -> NOW, new SecureRandom());
        return new HttpService(Array.of(SEEN, FIELDS, LARGE, BROKEN), settings, new KeyCheck(keys), () -> NOW, new Silence(), traffic);
    }

    /** What the server says to these lines, each of which ends as HTTP has it. */
    static Connection asked(HelidonServer server, String lines) throws IOException {
        return Connection.to(server.port(), lines.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    static String read(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    private static final class Silence implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public void failed(String requestId, Throwable fault) {}
    }
}
