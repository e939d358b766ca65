package dev.mandate.adapters.http.exchange;

/**
 * A request as it arrived.
 *
 * @param method as sent; possibly one that no endpoint has
 * @param path as sent, without query, not percent-decoded
 * @param query the text after the question mark; empty if there is none
 * @param client the peer's address, or the address that a trusted proxy names
 */
public record Request(String method, String path, String query, Headers headers, Body body, String client) {

    /** Returns this request with another body. */
    public Request with(Body other) {
        return new Request(method, path, query, headers, other, client);
    }
}
