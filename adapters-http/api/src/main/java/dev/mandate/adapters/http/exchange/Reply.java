package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.kernel.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * The response.
 *
 * @param status the HTTP status
 * @param contentType of the body
 * @param headers without content type and length
 * @param body for HEAD the same as for GET; the server sends only its length
 */
public record Reply(int status, String contentType, Headers headers, Bytes body) {

    public static final String JSON = "application/json";

    /** Returns a text response. */
    public static Reply text(int status, String contentType, String body) {
        return new Reply(status, contentType, Headers.NONE, Bytes.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns this response with one more header. */
    public Reply with(String name, String value) {
        return new Reply(status, contentType, headers.with(name, value), body);
    }
}
