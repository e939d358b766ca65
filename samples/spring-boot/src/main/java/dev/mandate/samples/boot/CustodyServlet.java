package dev.mandate.samples.boot;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.domain.kernel.Bytes;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Objects;

/** Mounts the API on any servlet container: requests and replies are values. */
final class CustodyServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient HttpService service;

    CustodyServlet(HttpService service) {
        this.service = service;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Headers headers = Headers.NONE;
        for (String name : Collections.list(request.getHeaderNames())) {
            for (String value : Collections.list(request.getHeaders(name))) {
                headers = headers.with(name, value);
            }
        }
        byte[] body = request.getInputStream().readNBytes(Body.MAX_BYTES + 1);
        Reply reply = service.answer(new Request(
                request.getMethod(),
                request.getRequestURI(),
                Objects.requireNonNullElse(request.getQueryString(), ""),
                headers,
                body.length > Body.MAX_BYTES ? new Body.TooLarge() : new Body.Complete(Bytes.of(body)),
                request.getRemoteAddr()));
        response.setStatus(reply.status());
        response.setContentType(reply.contentType());
        reply.headers().fields().forEach(field -> response.addHeader(field.name(), field.value()));
        response.setContentLength(reply.body().length());
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(reply.body().toArray());
        }
    }
}
