package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.kernel.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * What is answered.
 *
 * @param status the HTTP status
 * @param contentType of the body
 * @param headers beside content type and length
 * @param body to HEAD it is GET's: its length is told, and it is left out by whoever carries the reply to the client
 */
public record Reply(int status, String contentType, Headers headers, Bytes body) {

    public static final String JSON = "application/json";

    /** A text. */
    public static Reply text(int status, String contentType, String body) {
        return new Reply(status, contentType, Headers.NONE, Bytes.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    /** With one more header. */
    public Reply with(String name, String value) {
        return new Reply(status, contentType, headers.with(name, value), body);
    }
}
