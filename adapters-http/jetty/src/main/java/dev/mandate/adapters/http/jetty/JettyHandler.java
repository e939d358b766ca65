package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.service.AdmittedRequest;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.CountingCallback;

/** Converts Jetty's requests, passes them to the service, and writes the responses. */
final class JettyHandler extends Handler.Abstract {

    /**
     * How long a client may go on to send a body that is not read. Without this time many clients would lose their response: a closed
     * connection discards it (RFC 9112, section 9.6), and Jetty resets a stream with an error.
     */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private static final Body NO_BODY = new Body.Complete(Bytes.EMPTY);

    private final HttpService service;
    private final ClientAddress clients;
    private final ArrivalTimeout arrival;
    private final ServerLimits limits;

    /** HTTP/2 carries many requests over one connection. These bound the requests at work, and all bodies to one for each connection. */
    private final WorkLanes lanes;

    private final Semaphore bodies;

    JettyHandler(HttpService service, ClientAddress clients, ArrivalTimeout arrival, ServerLimits limits) {
        this.service = service;
        this.clients = clients;
        this.arrival = arrival;
        this.limits = limits;
        this.lanes = new WorkLanes(limits);
        this.bodies = new Semaphore(Math.multiplyExact(limits.connections(), Body.MAX_BYTES));
    }

    @Override
    public boolean handle(Request received, Response response, Callback callback) throws InterruptedIOException {
        EndPoint connection = received.getConnectionMetaData().getConnection().getEndPoint();
        ArrivalTimeout.Activity activity = arrival.arrived(connection);
        // A client may be silent while it waits for its response.
        received.addIdleTimeoutListener(idle -> false);
        RequestBody body = new RequestBody(received, limits.stall(), bodies);
        Reply reply;
        try (body) {
            reply = reply(received, body, activity);
        } finally {
            activity.replied();
        }
        body.drop(Duration.ZERO);
        boolean unread = body.state() != RequestBody.State.ENDED;
        // Of HTTP/2 the stream alone ends.
        boolean closes = unread && isHttp1(received);
        CountingCallback ended = new CountingCallback(new Callback.Nested(callback) {
            @Override
            public void completed() {
                activity.answered();
                if (closes) {
                    connection.close();
                }
            }
        }, 2);
        write(closes ? closing(reply) : reply, received, response, ended);
        if (unread && !expectsContinue(received)) {
            body.drop(LINGER);
        }
        ended.succeeded();
        return true;
    }

    private static boolean isHttp1(Request received) {
        return received.getConnectionMetaData().getHttpVersion().getVersion() < HttpVersion.HTTP_2.getVersion();
    }

    /** Such a client has sent no body, and is not to send one any more. */
    private static boolean expectsContinue(Request received) {
        return received.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
    }

    private Reply reply(Request received, RequestBody body, ArrivalTimeout.Activity activity) throws InterruptedIOException {
        Headers headers = headers(received.getHeaders());
        String client = clients.of(received, headers);
        try {
            Either<Reply, AdmittedRequest> judged = service.admit(request(received, headers, client));
            return judged.isLeft() ? judged.getLeft() : served(judged.get(), body, client, activity);
        } catch (RuntimeException | Error fault) {
            return closing(service.failed(fault, client));
        }
    }

    private Reply served(AdmittedRequest admitted, RequestBody body, String client, ArrivalTimeout.Activity activity)
            throws InterruptedIOException {
        Endpoint endpoint = admitted.endpoint();
        if (endpoint.scope().isDefined()) {
            activity.admitted();
        }
        Body whole;
        try {
            whole = endpoint.content() == Content.NONE ? NO_BODY : body.read();
        } catch (IOException | TimeoutException | RuntimeException unread) {
            return service.unreadable(status(unread), client);
        }
        return lanes.answer(admitted, whole);
    }

    /** Answers in place of Jetty if the bytes are not a readable request. */
    boolean refuse(Request received, Response response, Callback callback) {
        int status = received.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException exception
                ? exception.getCode()
                : response.getStatus();
        Headers headers = headers(received.getHeaders());
        write(closing(service.unreadable(known(status), clients.of(received, headers))), received, response, callback);
        return true;
    }

    /** The next bytes on the connection could belong to this request or to another one, so the connection closes. */
    private static Reply closing(Reply reply) {
        return reply.headers().first("connection").isDefined() ? reply : reply.with("connection", "close");
    }

    private static int status(Throwable unread) {
        for (Throwable cause = unread; cause != null; cause = cause.getCause()) {
            if (cause instanceof TimeoutException) {
                return HttpStatus.REQUEST_TIMEOUT_408;
            }
            if (cause instanceof HttpException known) {
                return known(known.getCode());
            }
        }
        return HttpStatus.BAD_REQUEST_400;
    }

    /** Malformed input is never a server error, whatever status Jetty chooses. */
    private static int known(int status) {
        return status >= 500 && status != HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 ? HttpStatus.BAD_REQUEST_400 : status;
    }

    private static dev.mandate.adapters.http.exchange.Request request(Request received, Headers headers, String client) {
        String query = received.getHttpURI().getQuery();
        return new dev.mandate.adapters.http.exchange.Request(
                received.getMethod(),
                received.getHttpURI().getPath(),
                query == null ? "" : query,
                headers,
                new Body.Awaited(Option.when(received.getLength() >= 0, received::getLength)),
                client);
    }

    private static Headers headers(HttpFields received) {
        List<Headers.Field> fields = new ArrayList<>(received.size());
        for (HttpField field : received) {
            String value = field.getValue();
            fields.add(new Headers.Field(field.getLowerCaseName(), value == null ? "" : value));
        }
        return new Headers(Array.ofAll(fields));
    }

    /** For a HEAD request Jetty omits the body and sends its length. */
    private void write(Reply reply, Request request, Response response, Callback callback) {
        HttpFields.Mutable headers = response.getHeaders();
        response.setStatus(reply.status());
        headers.put(HttpHeader.CONTENT_TYPE, reply.contentType());
        for (Headers.Field field : reply.headers().fields()) {
            headers.add(field.name(), field.value());
        }
        if (reply.rest().isDefined()) {
            new StreamWriter(reply.rest().get(), response, callback, limits.stall()).start(request.getMethod());
            return;
        }
        WriteTimeout written = new WriteTimeout(request.getComponents().getScheduler(), callback);
        response.write(true, reply.body().asByteBuffer(), written);
        written.start(limits.transfer());
    }
}
