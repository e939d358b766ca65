package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.regex.Pattern;

/**
 * CORS (Fetch Standard, section 3.3): pages of the listed origins may call the service from a browser. Other origins get no
 * CORS header, so the browser hides the response from their scripts. Browser credentials are never allowed: the API key is a
 * header.
 */
final class BrowserOrigins {

    private static final String MAX_AGE_SECONDS = "600";
    private static final Pattern HEADER_NAMES = Pattern.compile("[A-Za-z0-9-]+( *, *[A-Za-z0-9-]+){0,31}");

    private final Set<String> listed;

    BrowserOrigins(Set<String> listed) {
        this.listed = listed;
    }

    /** Returns the response to a preflight from a listed origin; none for every other request. */
    Option<Reply> preflight(Request request, Array<String> methods) {
        boolean asked = request.method().equals("OPTIONS")
                && request.headers().first("access-control-request-method").isDefined()
                && origin(request).isDefined();
        return Option.when(asked, () -> allowed(request, methods));
    }

    private static Reply allowed(Request request, Array<String> methods) {
        Reply reply = new Reply(204, "text/plain", Headers.NONE, Bytes.EMPTY)
                .with("access-control-allow-methods", methods.mkString(", "))
                .with("access-control-max-age", MAX_AGE_SECONDS);
        return request.headers()
                .first("access-control-request-headers")
                .filter(names -> HEADER_NAMES.matcher(names).matches())
                .map(names -> reply.with("access-control-allow-headers", names))
                .getOrElse(reply);
    }

    /** Adds the headers that a browser needs to pass the response to a page of the request's origin. */
    Reply shared(Request request, Reply reply) {
        if (listed.isEmpty()) {
            return reply;
        }
        Reply varying = reply.with("vary", "origin");
        return origin(request)
                .map(origin -> varying.with("access-control-allow-origin", origin)
                        .with("access-control-expose-headers", "x-request-id, retry-after"))
                .getOrElse(varying);
    }

    private Option<String> origin(Request request) {
        return request.headers().first("origin").filter(listed::contains);
    }
}
