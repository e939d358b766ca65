package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * The response.
 *
 * @param status the HTTP status
 * @param contentType of the body
 * @param headers without content type and length
 * @param body for HEAD the same as for GET; the server sends only its length
 * @param rest the body if it is sent while it comes, and {@code body} is empty; none if the body is complete
 */
public record Reply(int status, String contentType, Headers headers, Bytes body, Option<ReplyStream> rest) {

    public static final String JSON = "application/json";

    /** Returns a response with a complete body. */
    public Reply(int status, String contentType, Headers headers, Bytes body) {
        this(status, contentType, headers, body, Option.none());
    }

    /** Returns a text response. */
    public static Reply text(int status, String contentType, String body) {
        return new Reply(status, contentType, Headers.NONE, Bytes.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns this response with one more header. */
    public Reply with(String name, String value) {
        return new Reply(status, contentType, headers.with(name, value), body, rest);
    }

    /** Returns this response, with more of its body to come. */
    public Reply streaming(ReplyStream stream) {
        return new Reply(status, contentType, headers, body, Option.some(stream));
    }
}
