package dev.mandate.adapters.http.helidon;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.memory.Memory;
import io.helidon.common.socket.SocketOptions;
import io.helidon.http.DirectHandler;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.http.media.ReadableEntity;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Serves an {@link HttpService} over HTTP/1.1. */
public final class HelidonServer implements AutoCloseable {

    private static final Pattern WHOLE_URI = Pattern.compile("(?i:https?)://[^/]+/?(?<path>.*)");

    /** To make one of a name that Helidon does not know is to look through it, and the same few are in every answer. */
    private static final Memory<String, HeaderName> NAMES = new Memory<>(6);

    private final Listener listener;
    private final Watch watch;

    private HelidonServer(Listener listener, OpenConnections connections) {
        this.listener = listener;
        this.watch = Watch.over(connections::endStalled, listener::listenAgainIfEnded);
    }

    /**
     * Where and for whom to listen.
     *
     * @param port 0 for any that is free
     * @param trustedProxies whose {@code x-forwarded-for} is believed
     */
    public record Listening(String host, int port, Set<String> trustedProxies) {}

    /**
     * Starts to listen. Ends at {@link #close}.
     *
     * @throws UncheckedIOException if it cannot listen there
     */
    public static HelidonServer start(HttpService service, Listening listening) {
        return start(service, listening, Intake.Bounds.USUAL, Places.ofThisProcess());
    }

    static HelidonServer start(HttpService service, Listening listening, Intake.Bounds bounds, int places) {
        OpenConnections connections = new OpenConnections(bounds, places);
        InetAddress address = address(listening.host());
        return new HelidonServer(
                Listener.start(
                        new InetSocketAddress(address, listening.port()),
                        at -> server(service, listening.trustedProxies(), connections, at, places)),
                connections);
    }

    /** Whoever comes when all places are taken waits to be let in: were there no more files to open, Helidon would listen no more. */
    private static WebServer server(
            HttpService service, Set<String> trustedProxies, OpenConnections connections, InetSocketAddress at, int places) {
        return WebServer.builder()
                .address(at.getAddress())
                .port(at.getPort())
                .maxTcpConnections(places)
                .maxPayloadSize(-1)
                .contentEncoding(new AsItCame())
                .writeQueueLength(0)
                .shutdownHook(false)
                .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                .protocolsDiscoverServices(false)
                .addConnectionSelector(connections)
                .directHandlers(ownErrors(service, trustedProxies))
                .routing(routing ->
                        routing.any((request, response) -> handle(service, trustedProxies, request, response)))
                .build();
    }

    /** The port that is listened on. */
    public int port() {
        return listener.port();
    }

    /** Ends at once what is between two requests; what is answered just now has half a second. */
    @Override
    public void close() {
        watch.close();
        listener.close();
    }

    /**
     * Answers one request. A body that ends early, takes too long or is no chunks is the client's fault; what follows on that connection
     * means nothing any more. What goes wrong once a request has been read is the server's own, and Helidon is not asked what to say of it.
     */
    private static void handle(
            HttpService service, Set<String> trustedProxies, ServerRequest asked, ServerResponse response) {
        ClientConnection connection = ClientConnection.current();
        Headers headers = headers(asked.headers());
        String client = client(connection.peer(), headers, trustedProxies);
        Request request;
        try {
            request = request(asked, headers, client);
        } catch (CloseConnectionException gone) {
            throw gone;
        } catch (RuntimeException unread) {
            Status status = unread instanceof RequestException known ? known.status() : Status.BAD_REQUEST_400;
            response.header(HeaderValues.CONNECTION_CLOSE);
            send(asked, response, service.unreadable(status(status), client));
            return;
        }
        try {
            Reply reply = service.answer(request);
            if (connection.isWanted()) {
                response.header(HeaderValues.CONNECTION_CLOSE);
            }
            send(asked, response, reply);
        } catch (CloseConnectionException | UncheckedIOException gone) {
            throw gone;
        } catch (RuntimeException | Error fault) {
            response.header(HeaderValues.CONNECTION_CLOSE);
            send(asked, response, service.failed(fault, client));
        }
        pass(asked.content());
        connection.intake().answered();
    }

    /** Reads what the body has beyond what was taken of it, so that its end is the next request's beginning. */
    private static void pass(ReadableEntity body) {
        if (!body.consumed()) {
            try {
                body.consume();
            } catch (RuntimeException unread) {
                throw new CloseConnectionException("the rest of the body cannot be read", unread);
            }
        }
    }

    /** What a request that could not be read is told: where Helidon does not know what to make of one, it calls that its own fault. */
    private static int status(Status status) {
        return status.code() >= 500 && status.code() != Status.HTTP_VERSION_NOT_SUPPORTED_505.code()
                ? Status.BAD_REQUEST_400.code()
                : status.code();
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Request request(ServerRequest request, Headers headers, String client) {
        if (headers.first("").isDefined()) {
            throw Intake.refusal(Status.BAD_REQUEST_400, "A header has no name.");
        }
        return new Request(
                request.prologue().method().text(),
                path(request.prologue().uriPath().rawPath()),
                request.prologue().query().rawValue(),
                headers,
                body(request),
                client);
    }

    /** The path of a target that is a whole URI, which a server must take as well (RFC 9112, section 3.2.2); any other target as it is. */
    private static String path(String target) {
        if (target.startsWith("/")) {
            return target;
        }
        Matcher whole = WHOLE_URI.matcher(target);
        return whole.matches() ? "/" + whole.group("path") : target;
    }

    private static Headers headers(ServerRequestHeaders sent) {
        List<Headers.Field> fields = new ArrayList<>();
        for (Header header : sent) {
            String name = header.headerName().lowerCase();
            if (header.valueCount() == 1) {
                fields.add(new Headers.Field(name, header.get()));
            } else {
                header.allValues().forEach(value -> fields.add(new Headers.Field(name, value)));
            }
        }
        return new Headers(Array.ofAll(fields));
    }

    private static Body body(ServerRequest request) {
        if (!request.content().hasEntity()) {
            return new Body.Complete(Bytes.EMPTY);
        }
        try {
            // Left open: to close it is to wait for more of it, also where what came is no body.
            InputStream in = request.content().inputStream();
            // Room for what is announced instead of the stream's usual 16 KB; of what is too large one byte too many, to see that it is.
            long due = request.headers().contentLength().orElse(Long.MAX_VALUE);
            byte[] read = in.readNBytes((int) Math.min(due, Body.MAX_BYTES + 1));
            return read.length > Body.MAX_BYTES ? new Body.TooLarge() : new Body.Complete(Bytes.of(read));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whoever is connected; or, if that is a trusted proxy, the last address it names. */
    private static String client(String peer, Headers headers, Set<String> trustedProxies) {
        return trustedProxies.contains(peer)
                ? headers.all("x-forwarded-for")
                        .lastOption()
                        .map(list -> list.substring(list.lastIndexOf(',') + 1).strip())
                        .filter(address -> address.matches("[0-9A-Fa-f.:]{2,45}"))
                        .getOrElse(peer)
                : peer;
    }

    /**
     * Sends {@code reply}.
     *
     * @throws CloseConnectionException where the answer says that the connection ends with it, because the client wishes so or sent what
     *     nobody can read: Helidon alone would go on and take what comes next, perhaps the rest of a body, for another request
     */
    private static void send(ServerRequest asked, ServerResponse response, Reply reply) {
        response.status(Status.create(reply.status()));
        response.header(HeaderNames.CONTENT_TYPE, reply.contentType());
        for (Headers.Field field : reply.headers().fields()) {
            response.header(header(field));
        }
        if (asked.prologue().method().equals(Method.HEAD)) {
            response.header(HeaderNames.CONTENT_LENGTH, Integer.toString(reply.body().length()));
            response.send();
        } else {
            response.send(reply.body().toArray());
        }
        if (saysClose(response.headers())) {
            throw new CloseConnectionException("as the answer said");
        }
    }

    private static Header header(Headers.Field field) {
        return HeaderValues.create(NAMES.find(field.name(), HeaderNames::create), field.value());
    }

    /** To take a list of tokens apart is dear; nearly every answer says the one word that Helidon puts there itself. */
    private static boolean saysClose(ServerResponseHeaders headers) {
        return headers.contains(HeaderNames.CONNECTION)
                && !headers.get(HeaderNames.CONNECTION).get().equals(HeaderValues.CONNECTION_KEEP_ALIVE.get())
                && headers.containsToken(HeaderValues.CONNECTION_CLOSE);
    }

    /** What no server can make a request of is answered in the service's own words. Whatever comes here could not be read: see {@link #handle}. */
    private static DirectHandlers ownErrors(HttpService service, Set<String> trustedProxies) {
        DirectHandlers.Builder builder = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            builder.addHandler(type, (request, event, status, headers, message) -> {
                String client = client(ClientConnection.current().peer(), headers(request.headers()), trustedProxies);
                Reply reply = service.unreadable(status(status), client);
                DirectHandler.TransportResponse.Builder response = DirectHandler.TransportResponse.builder()
                        .status(Status.create(reply.status()))
                        .headers(headers)
                        .header(HeaderValues.create(HeaderNames.CONTENT_TYPE, reply.contentType()));
                if (!request.method().equals(Method.HEAD.text())) {
                    response.entity(reply.body().toArray());
                }
                for (Headers.Field field : reply.headers().fields()) {
                    response.header(header(field));
                }
                return response.build();
            });
        }
        return builder.build();
    }
}
