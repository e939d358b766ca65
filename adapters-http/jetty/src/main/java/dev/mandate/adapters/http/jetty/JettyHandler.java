package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.service.HttpService;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Converts Jetty's requests, passes them to the service, and writes the responses. */
final class JettyHandler extends Handler.Abstract {

    private final HttpService service;
    private final ClientAddress clients;
    private final ArrivalTimeout arrival;
    private final Duration transfer;

    /** HTTP/2 carries many requests over one connection. This bounds the requests in memory to the limit of connections. */
    private final Semaphore inMemory;

    JettyHandler(HttpService service, ClientAddress clients, ArrivalTimeout arrival, ServerLimits limits) {
        this.service = service;
        this.clients = clients;
        this.arrival = arrival;
        this.transfer = limits.transfer();
        this.inMemory = new Semaphore(limits.connections());
    }

    @Override
    public boolean handle(Request received, Response response, Callback callback) {
        Runnable answered =
                arrival.arrived(received.getConnectionMetaData().getConnection().getEndPoint());
        // A client may be silent while it waits for its response.
        received.addIdleTimeoutListener(idle -> false);
        inMemory.acquireUninterruptibly();
        Reply reply;
        try {
            reply = reply(received);
        } finally {
            inMemory.release();
        }
        write(reply, received, response, new Callback.Nested(callback) {
            @Override
            public void completed() {
                answered.run();
            }
        });
        return true;
    }

    private Reply reply(Request received) {
        Headers headers = headers(received.getHeaders());
        String client = clients.of(received, headers);
        Body body;
        try {
            body = new RequestBody(received, transfer).read();
        } catch (IOException | TimeoutException | RuntimeException unread) {
            return closing(service.unreadable(status(unread), client));
        }
        try {
            Reply reply = service.answer(request(received, headers, body, client));
            return body instanceof Body.TooLarge ? closing(reply) : reply;
        } catch (RuntimeException | Error fault) {
            return closing(service.failed(fault, client));
        }
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
        return reply.with("connection", "close");
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

    private static dev.mandate.adapters.http.exchange.Request request(Request received, Headers headers, Body body, String client) {
        String query = received.getHttpURI().getQuery();
        return new dev.mandate.adapters.http.exchange.Request(
                received.getMethod(), received.getHttpURI().getPath(), query == null ? "" : query, headers, body, client);
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
        WriteTimeout written = new WriteTimeout(request.getComponents().getScheduler(), callback);
        response.write(true, ByteBuffer.wrap(reply.body().toArray()), written);
        written.start(transfer);
    }
}
